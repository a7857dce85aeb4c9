import { extractTerms } from './extract-terms.ts';

/** Letters of a term by which inflected forms of a word are taken for the same; longer terms are cut. */
const stemLength = 7;
/** Letters that forms of a word have in common at least, and letters of their endings at most. */
const formLengthMin = 3;
const endingLengthMax = 3;

/** The terms of the units of a text as numbers, and how often they occur. */
export interface TermStatistics {
  /** For each unit its words in lower case, as `extractTerms` returns them. */
  readonly words: readonly (readonly string[])[];
  /** For each unit its terms in order, with repetitions. */
  readonly terms: readonly Int32Array[];
  /** For each unit its distinct terms. */
  readonly distinct: readonly Int32Array[];
  /** Number of units that each term occurs in. */
  readonly unitCounts: Int32Array;
  /** Number of occurrences of each term. */
  readonly counts: Int32Array;
  /** Inverse unit frequency of each term: the logarithm of (units + 1) / (units with the term + 0.5). */
  readonly weights: Float64Array;
  /** Returns the numbers of the terms of another text that occur in the units, without repetitions. */
  lookUp(text: string): Int32Array;
  /** Returns the numbers of the terms of the units that are forms of a word in lower case: they differ in their endings. */
  lookUpForms(word: string): number[];
}

/** Counts the terms of units. Linear in their length. */
export function countTerms(units: readonly { readonly text: string }[]): TermStatistics {
  const numbers = new Map<string, number>();
  const wordLists = units.map(({ text }) => extractTerms(text));
  const terms = wordLists.map((words) => {
    const result = new Int32Array(words.length);
    for (const [index, word] of words.entries()) {
      const stem = stemOf(word);
      let number = numbers.get(stem);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(stem, number);
      }
      result[index] = number;
    }
    return result;
  });
  const unitCounts = new Int32Array(numbers.size);
  const counts = new Int32Array(numbers.size);
  const lastUnit = new Int32Array(numbers.size).fill(-1);
  const distinct = terms.map((list, unit) => {
    const own = new Int32Array(list.length);
    let length = 0;
    for (const term of list) {
      counts[term] = (counts[term] ?? 0) + 1;
      if (lastUnit[term] === unit) continue;
      lastUnit[term] = unit;
      unitCounts[term] = (unitCounts[term] ?? 0) + 1;
      own[length++] = term;
    }
    return own.subarray(0, length);
  });
  const weights = Float64Array.from(unitCounts, (count) => Math.log((units.length + 1) / (count + 0.5)));
  const lookUp = (text: string) =>
    Int32Array.from(new Set(extractTerms(text).flatMap((word) => numbers.get(stemOf(word)) ?? [])));
  const lookUpForms = (word: string) => {
    const stem = stemOf(word);
    const start = stem.slice(0, formLengthMin);
    const forms: number[] = [];
    for (const [other, number] of numbers)
      if (other.startsWith(start) && isForm(stem, other)) forms.push(number);
    return forms;
  };
  return { words: wordLists, terms, distinct, unitCounts, counts, weights, lookUp, lookUpForms };
}

/** Whether two words are likely to be forms of one: "bus" and "buses", "regalo" and "regalos". */
function isForm(word: string, other: string): boolean {
  const [shorter, longer] = word.length < other.length ? [word, other] : [other, word];
  // The ending of a cut stem is longer than it seems.
  const endingMax = longer.length < stemLength ? endingLengthMax : 1;
  const commonMin = Math.max(formLengthMin, shorter.length - 1, longer.length - endingMax);
  return word === other || (shorter.length >= commonMin && longer.startsWith(shorter.slice(0, commonMin)));
}

function stemOf(word: string): string {
  return word.length > stemLength ? word.slice(0, stemLength) : word;
}
