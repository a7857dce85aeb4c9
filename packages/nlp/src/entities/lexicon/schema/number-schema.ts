import { z } from 'zod';
import { numbersByWord, textsByWord, words } from './word-lists.ts';

/** Number words and ordinals of one language. */
export const numbersSchema = z.strictObject({
  values: numbersByWord,
  /** Articles that are also the number one: "a dozen", "eine Stunde". */
  articles: words,
  /** Words for one that are pronouns when alone: "one", "uno". */
  pronouns: words,
  /** Nouns with a numeric value that need a number before them: "a dozen", "une centaine". */
  nouns: numbersByWord,
  halves: z.strictObject({ after: words, before: words }).prefault({}),
  oneAndHalf: numbersByWord,
  and: words,
  /** Words that multiply the ones before them ("puluh" by 10). */
  multipliers: numbersByWord,
  /** Words that add to the ones before them ("belas" adds 10). */
  addends: numbersByWord,
  /** Whether numbers are written as one word: "dreiundzwanzig". */
  isCompounding: z.boolean().default(false),
  /** Whether ones precede tens: "dreiundzwanzig", "ثلاثة وعشرون". */
  onesFirst: z.boolean().default(false),
  /** Whether a scale alone is a number: "mille", "тысяча", not "hundred". */
  scaleAlone: z.boolean().default(true),
  /** Whether a conjunction joins hundreds and what follows: "hundred and five". */
  andAfterHundred: z.boolean().default(false),
  /** Whether a conjunction joins tens and ones: "treinta y uno". */
  andAfterTens: z.boolean().default(false),
  /** Whether ten and ones are two words: "mười lăm". */
  joinsTen: z.boolean().default(false),
  /** Whether digits directly after a scale are its decimals: "13tr5" is 13.5 million. */
  hasDecimalsAfterScale: z.boolean().default(false),
  /** Whether numbers count by scores: "quatre-vingt-dix". */
  isVigesimal: z.boolean().default(false),
  /** Whether a million or more is a number without another one: "миллион". */
  largeScaleAlone: z.boolean().default(false),
  /** A letter that joins the parts: "و" in "ثلاثة وعشرون". */
  andPrefix: z.string().default(''),
  /** Words after a number that name something by it: "204 numaralı". */
  identifierAfter: words,
  /** Number words that are also other words: numbers only before a noun of their table or a unit. */
  ambiguous: words,
  ordinals: numbersByWord,
  ordinalSuffixes: words,
  ordinalPrefixes: words,
  /** Nouns that are counted by what also names a weekday: "lần thứ hai" is the second time. */
  nounsBeforeOrdinals: words,
  /** Whether a period makes a number an ordinal: "21. století". */
  hasDotOrdinals: z.boolean().default(false),
  /** Ordinals that are also other words: "second". */
  ambiguousOrdinals: words,
  /** Words before an ambiguous ordinal that make it one: "the second", "finished second". */
  beforeOrdinals: words,
  /** Articles before an ambiguous ordinal: it is one if a noun follows, "a second opinion". */
  articlesBeforeOrdinals: words,
  /** Words after an article and an ambiguous ordinal that are not such a noun: "a second or two". */
  notAfterOrdinals: words,
  /** Beginnings of words after an ordinal that make it a part of a title or term: "prime minister", "first aid". */
  titlesAfterOrdinals: words,
  /** Endings that make an ordinal of a number in words: "zwanzigste", "ventesimo". */
  ordinalEndings: words,
  /** Final vowels of numbers that are dropped before such an ending. */
  droppedVowels: words,
  /** Ends of numbers before such an ending and without it: "cinqu" is "cinq". */
  ordinalStems: textsByWord,
  /** Whether hyphens join the words of a number: "vingt-deux". */
  hasHyphens: z.boolean().default(false),
  /** Words before a number with a period that make it an ordinal: "ihr 750. Jubiläum". */
  beforeDotOrdinals: words,
  /** Nouns, or ends of nouns, before a number in words that name something by it: "chapter five". */
  labelsBefore: words,
  /** Words after a number in Hangul, without which its signs are other words: 원, 명. */
  counters: words,
});
