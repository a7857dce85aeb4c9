import { memoize } from '@quern/runtime/caching/memoize';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { lexiconOf } from '../lexicon/lexicons.ts';

/** Number vocabulary of one language. */
export interface NumberWords {
  readonly articles: ReadonlySet<string>;
  readonly pronouns: ReadonlySet<string>;
  /** Nouns with a numeric value that need a number before them: "a dozen", "une centaine". */
  readonly nouns: ReadonlyMap<string, number>;
  readonly halves: Lexicon['numbers']['halves'];
  readonly ordinals: ReadonlyMap<string, number>;
  readonly ordinalSuffixes: readonly string[];
  readonly ordinalPrefixes: readonly string[];
  readonly ambiguousOrdinals: readonly string[];
  readonly hasApostrophes: boolean;
  readonly grammar: Pick<
    Lexicon['numbers'],
    | 'onesFirst'
    | 'scaleAlone'
    | 'andAfterHundred'
    | 'andAfterTens'
    | 'isVigesimal'
    | 'joinsTen'
    | 'largeScaleAlone'
  >;
}

/** Returns the number vocabulary of a language. */
export const numberWords = memoize((language: string): NumberWords => {
  const { numbers } = lexiconOf(language);
  return {
    ...numbers,
    articles: new Set([...numbers.articles, ...numbers.ambiguous]),
    pronouns: new Set(numbers.pronouns),
    nouns: new Map(Object.entries(numbers.nouns)),
    ordinals: new Map(Object.entries(numbers.ordinals)),
    hasApostrophes: Object.keys(numbers.values).some((word) => word.includes("'")),
    grammar: numbers,
  };
});

/** A part of a number in words: a value, a conjunction ("and", "und"), a factor ("puluh") or an addend ("belas"). */
export type NumberPart = number | 'and' | { readonly times: number } | { readonly plus: number };

const wordLengthMax = 60;
/** Splits a word into number parts ("dreiundzwanzig" is 3, and, 20); undefined if it is not a number. */
export function splitNumberWord(word: string, language: string): readonly NumberPart[] | undefined {
  const lookup = numberParts(language);
  const lower = word.toLowerCase();
  const whole = lookup.get(lower);
  if (whole !== undefined) return [whole];
  const { isCompounding, andPrefix } = lexiconOf(language).numbers;
  if (andPrefix !== '' && lower.startsWith(andPrefix)) {
    const rest = lookup.get(lower.slice(andPrefix.length));
    return rest === undefined ? undefined : ['and', rest];
  }
  if (!isCompounding || lower.length > wordLengthMax) return undefined;
  return compoundParts(lower, lookup);
}

/** Returns the words that numbers begin with, in lower case. */
export const vocabularyOf = memoize((language: string): readonly string[] => {
  const { nouns, andPrefix } = lexiconOf(language).numbers;
  const words = [...numberParts(language).keys(), ...Object.keys(nouns)];
  return andPrefix === '' ? words : [...words, ...words.map((word) => andPrefix + word)];
});

const numberParts = memoize((language: string): ReadonlyMap<string, NumberPart> => {
  const { values, and, articles, pronouns, oneAndHalf, multipliers, addends } = lexiconOf(language).numbers;
  const parts = new Map<string, NumberPart>(Object.entries(values));
  for (const word of [...articles, ...pronouns]) if (!parts.has(word)) parts.set(word, 1);
  for (const [word, value] of Object.entries(oneAndHalf)) parts.set(word, value);
  for (const [word, times] of Object.entries(multipliers)) parts.set(word, { times });
  for (const [word, plus] of Object.entries(addends)) parts.set(word, { plus });
  for (const word of and) parts.set(word, 'and');
  return parts;
});

/** Splits greedily by the longest known part, with backtracking; each start is visited once. */
function compoundParts(word: string, lookup: ReadonlyMap<string, NumberPart>): NumberPart[] | undefined {
  const failedStarts = new Set<number>();
  const from = (start: number): NumberPart[] | undefined => {
    if (start === word.length) return [];
    if (failedStarts.has(start)) return undefined;
    for (let end = Math.min(word.length, start + 12); end > start; end -= 1) {
      const part = lookup.get(word.slice(start, end));
      const rest = part === undefined ? undefined : from(end);
      if (part !== undefined && rest !== undefined) return [part, ...rest];
    }
    failedStarts.add(start);
    return undefined;
  };
  return from(0);
}
