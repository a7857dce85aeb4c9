import abbreviations from './abbreviations.data.json' with { type: 'json' };
import dottedOrdinalLanguages from './dotted-ordinal-languages.data.json' with { type: 'json' };

/** How periods are used in a language. Words are in lower case without their final period. */
export interface SentenceRules {
  /** Abbreviations that never end a sentence: titles, `e.g.` */
  readonly neverFinalAbbreviations: ReadonlySet<string>;
  /** Words that are abbreviations only before a number: `No. 5`, but `I said no.` */
  readonly beforeNumberAbbreviations: ReadonlySet<string>;
  /** Abbreviations that may end a sentence, depending on the next word: `etc.`, `Inc.` */
  readonly possiblyFinalAbbreviations: ReadonlySet<string>;
  /** Words that begin a sentence when capitalized after an abbreviation: articles, pronouns, prepositions. */
  readonly sentenceStarters: ReadonlySet<string>;
  /** Whether ordinal numbers are written with a period: `3. Oktober`. */
  readonly hasDottedOrdinals: boolean;
}

/** Lists of words by language. */
type AbbreviationTable = Readonly<
  Record<
    string,
    Readonly<Record<'neverFinal' | 'beforeNumber' | 'possiblyFinal' | 'sentenceStarters', readonly string[]>>
  >
>;

/** Languages that write ordinal numbers with a period (Unicode CLDR, date formats with `d.`). */
const ordinalLanguages: ReadonlySet<string> = new Set(dottedOrdinalLanguages);

const rulesByLanguage = new Map<string, SentenceRules>();

/**
 * Returns the rules of a language, with English abbreviations for a language that has none.
 *
 * @param language BCP 47 tag
 */
export function sentenceRules(language: string): SentenceRules {
  const primary = (language.split('-')[0] ?? '').toLowerCase();
  let rules = rulesByLanguage.get(primary);
  if (!rules) {
    rules = buildRules(primary);
    rulesByLanguage.set(primary, rules);
  }
  return rules;
}

function buildRules(language: string): SentenceRules {
  const table: AbbreviationTable = abbreviations;
  const words = table[language] ?? abbreviations.en;
  return {
    neverFinalAbbreviations: new Set(words.neverFinal),
    beforeNumberAbbreviations: new Set(words.beforeNumber),
    possiblyFinalAbbreviations: new Set(words.possiblyFinal),
    sentenceStarters: new Set(words.sentenceStarters),
    hasDottedOrdinals: ordinalLanguages.has(language),
  };
}
