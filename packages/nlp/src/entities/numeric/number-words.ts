import { memoize } from '../../memoize.ts';
import { lexicons } from '../lexicon/lexicons.ts';
import type { LexiconLanguage } from '../rules/rule-context.ts';

/** Number vocabulary of one language. */
export interface NumberWords {
  /** Articles that are also the number one: "a dozen", "eine Stunde". */
  readonly articles: readonly string[];
  /** Words for one that are pronouns when alone: "one", "uno". */
  readonly pronouns: readonly string[];
  /** Nouns with a numeric value that need a number before them: "a dozen", "une centaine". */
  readonly nouns: ReadonlyMap<string, number>;
  readonly halves: { readonly after: readonly string[]; readonly before: readonly string[] };
  readonly ordinals: ReadonlyMap<string, number>;
  readonly ordinalSuffixes: readonly string[];
  readonly ambiguousOrdinals: readonly string[];
}

/** Returns the number vocabulary of a language. */
export const numberWords = memoize((language: LexiconLanguage): NumberWords => {
  const { articles, pronouns, nouns, halves, ordinals, ordinalSuffixes, ambiguousOrdinals } =
    lexicons[language].numbers;
  return {
    ...{ articles, pronouns, halves, ordinalSuffixes, ambiguousOrdinals },
    nouns: new Map<string, number>(Object.entries(nouns)),
    ordinals: new Map<string, number>(Object.entries(ordinals)),
  };
});

/** A part of a number in words: a value, or a conjunction ("and", "und"). */
export type NumberPart = number | 'and';

/** German, Italian and Dutch write numbers as one word. */
const compounding: ReadonlySet<LexiconLanguage> = new Set(['de', 'it', 'nl']);
const wordLengthMax = 60;
/** Splits a word into number parts ("dreiundzwanzig" is 3, and, 20); undefined if it is not a number. */
export function splitNumberWord(word: string, language: LexiconLanguage): readonly NumberPart[] | undefined {
  const lookup = numberParts(language);
  const lower = word.toLowerCase();
  const whole = lookup.get(lower);
  if (whole !== undefined) return [whole];
  if (!compounding.has(language) || lower.length > wordLengthMax) return undefined;
  return compoundParts(lower, lookup);
}

const numberParts = memoize((language: LexiconLanguage): ReadonlyMap<string, NumberPart> => {
  const { values, and, articles, pronouns, oneAndHalf } = lexicons[language].numbers;
  const parts = new Map<string, NumberPart>(Object.entries(values));
  for (const word of [...articles, ...pronouns]) parts.set(word, 1);
  for (const [word, value] of Object.entries(oneAndHalf)) parts.set(word, value);
  for (const word of and) parts.set(word, 'and');
  if (language === 'de') parts.set('einhalb', 0.5);
  if (language === 'nl') parts.set('half', 0.5).set('halve', 0.5);
  return parts;
});

/** Splits greedily by the longest known part, with backtracking; each start is visited once. */
function compoundParts(word: string, lookup: ReadonlyMap<string, NumberPart>): NumberPart[] | undefined {
  const failedStarts = new Set<number>();
  const from = (start: number): NumberPart[] | undefined => {
    if (start === word.length) return [];
    if (failedStarts.has(start)) return undefined;
    for (let end = Math.min(word.length, start + 12); end > start + 1; end -= 1) {
      const part = lookup.get(word.slice(start, end));
      const rest = part === undefined ? undefined : from(end);
      if (part !== undefined && rest !== undefined) return [part, ...rest];
    }
    failedStarts.add(start);
    return undefined;
  };
  return from(0);
}
