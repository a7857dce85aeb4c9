import tables from '../lexicon/number-words.data.json' with { type: 'json' };
import type { LexiconLanguage } from '../rule-context.ts';

export interface NumberWords {
  /** Articles that are also the number one: "a dozen", "eine Stunde". */
  readonly articles: readonly string[];
  /** One as it stands for a person or thing: not a number when alone. */
  readonly pronouns: readonly string[];
  /** Nouns that hold a number and need one before them: "a dozen", "une centaine". */
  readonly nouns: ReadonlyMap<string, number>;
  readonly halves: { readonly after: readonly string[]; readonly before: readonly string[] };
  readonly ordinals: ReadonlyMap<string, number>;
  readonly ordinalSuffixes: readonly string[];
  readonly ambiguousOrdinals: readonly string[];
}

const cache = new Map<LexiconLanguage, NumberWords>();

export function numberWords(language: LexiconLanguage): NumberWords {
  const known = cache.get(language);
  if (known !== undefined) return known;
  const { articles, pronouns, nouns, halves, ordinals, ordinalSuffixes, ambiguousOrdinals } =
    tables[language];
  const made = {
    ...{ articles, pronouns, halves, ordinalSuffixes, ambiguousOrdinals },
    nouns: new Map<string, number>(Object.entries(nouns)),
    ordinals: new Map<string, number>(Object.entries(ordinals)),
  };
  cache.set(language, made);
  return made;
}

/** A piece of a number in words: a value, or the word between ("and", "und"). */
export type NumberPart = number | 'and';

/** German, Italian and Dutch write numbers as one word. */
const compounding: ReadonlySet<LexiconLanguage> = new Set(['de', 'it', 'nl']);
const wordMax = 60;
const lookups = new Map<LexiconLanguage, Map<string, NumberPart>>();

/** The parts of one word ("dreiundzwanzig" is 3, and, 20), or undefined when it is no number. */
export function splitNumberWord(word: string, language: LexiconLanguage): readonly NumberPart[] | undefined {
  const lookup = lookupOf(language);
  const lower = word.toLowerCase();
  const whole = lookup.get(lower);
  if (whole !== undefined) return [whole];
  if (!compounding.has(language) || lower.length > wordMax) return undefined;
  return compoundParts(lower, lookup);
}

function lookupOf(language: LexiconLanguage): Map<string, NumberPart> {
  const known = lookups.get(language);
  if (known !== undefined) return known;
  const { values, and, articles, pronouns, oneAndHalf } = tables[language];
  const made = new Map<string, NumberPart>(Object.entries(values));
  for (const word of [...articles, ...pronouns]) made.set(word, 1);
  for (const [word, value] of Object.entries(oneAndHalf)) made.set(word, value);
  for (const word of and) made.set(word, 'and');
  if (language === 'de') made.set('einhalb', 0.5);
  if (language === 'nl') made.set('half', 0.5).set('halve', 0.5);
  lookups.set(language, made);
  return made;
}

/** The longest known piece first; what that leaves unread is tried with shorter ones, over at most `wordMax` signs. */
function compoundParts(word: string, lookup: ReadonlyMap<string, NumberPart>): NumberPart[] | undefined {
  const dead = new Set<number>();
  const from = (start: number): NumberPart[] | undefined => {
    if (start === word.length) return [];
    if (dead.has(start)) return undefined;
    for (let end = Math.min(word.length, start + 12); end > start + 1; end -= 1) {
      const part = lookup.get(word.slice(start, end));
      const rest = part === undefined ? undefined : from(end);
      if (part !== undefined && rest !== undefined) return [part, ...rest];
    }
    dead.add(start);
    return undefined;
  };
  return from(0);
}
