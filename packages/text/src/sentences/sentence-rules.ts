import abbreviations from './abbreviations.data.json' with { type: 'json' };

/** What a language knows of its full stops; words are in lower case without their last full stop. */
export interface SentenceRules {
  /** Abbreviations that never end a sentence: titles, `e.g.` */
  readonly neverFinalAbbreviations: ReadonlySet<string>;
  /** Abbreviations only before a number: `No. 5`, but `No.` */
  readonly beforeNumberAbbreviations: ReadonlySet<string>;
  /** Abbreviations that may end a sentence: `etc.`, `Inc.`; the next word decides. */
  readonly possiblyFinalAbbreviations: ReadonlySet<string>;
  /** Words that, capitalised after an abbreviation, begin a sentence: articles, pronouns, prepositions. */
  readonly sentenceStarters: ReadonlySet<string>;
  /** Whether a number with a full stop is an ordinal: `3. Oktober`. */
  readonly hasDottedOrdinals: boolean;
}

/** Languages that write ordinal numbers with a full stop (Unicode CLDR, date formats with `d.`). */
const ordinalLanguages = new Set(
  'de da no nb nn fi et lv cs sk sl hr sr bs hu pl is lb tr eu mk bg'.split(' '),
);

const built = new Map<string, SentenceRules>();

/** The rules of a language by its BCP 47 tag; of English where a language has none of its own. */
export function sentenceRules(language: string): SentenceRules {
  const primary = (language.split('-')[0] ?? '').toLowerCase();
  let rules = built.get(primary);
  if (!rules) {
    rules = buildRules(primary);
    built.set(primary, rules);
  }
  return rules;
}

function buildRules(language: string): SentenceRules {
  const table: Readonly<Record<string, Record<'inner' | 'number' | 'final' | 'starters', string>>> =
    abbreviations;
  const words = table[language] ?? abbreviations.en;
  return {
    neverFinalAbbreviations: new Set(words.inner.split(' ')),
    beforeNumberAbbreviations: new Set(words.number.split(' ')),
    possiblyFinalAbbreviations: new Set(words.final.split(' ')),
    sentenceStarters: new Set(words.starters.split(' ')),
    hasDottedOrdinals: ordinalLanguages.has(language),
  };
}
