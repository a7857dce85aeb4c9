import type { Outline } from '../outline/summary-unit.ts';
import { extractTerms } from './extract-terms.ts';
import type { TermStatistics } from './term-statistics.ts';

/** Number of terms that a text is about. */
const topicsMax = 8;
/** Words that are more probable than this (negative natural logarithm) say nothing about a subject. */
const rarityMin = 8;
/** Rarer words do not count more than these. */
const rarityRange = 6;
/** By how much a term counts more if it is in the title or a heading before the text, or in the first lines. */
const titleFactor = 2;
const leadFactor = 1.5;
/** How much repetition counts. */
const countPower = 0.7;
/** Units that are the first lines. */
const leadUnits = 3;

/**
 * Finds the terms that name the subject of a text: words that are frequent in it and rare elsewhere. Names of speakers do not count.
 *
 * @param rarityOf negative natural logarithm of the probability of a word in lower case
 * @returns weight of each of the most important terms, at most 1
 */
export function findTopicTerms(
  { units, title, sections }: Outline,
  { words, terms, unitCounts, lookUp }: TermStatistics,
  rarityOf: (word: string) => number,
): ReadonlyMap<number, number> {
  const titleTerms = new Set(lookUp(`${title} ${sections[0]?.heading ?? ''}`));
  const leadTerms = new Set(terms.slice(0, leadUnits).flatMap((list) => [...list]));
  const speakers = new Set(units.map(({ speaker }) => speaker ?? ''));
  const speakerTerms = new Set(lookUp([...speakers].join(' ')));
  const isScored = new Uint8Array(unitCounts.length);
  const scores: [term: number, score: number][] = [];
  for (const [unit, list] of words.entries()) {
    const unitTerms = terms[unit];
    for (let index = 0; index < list.length; index++) {
      const word = list[index] ?? '';
      const term = unitTerms?.[index] ?? 0;
      if (isScored[term] === 1) continue;
      isScored[term] = 1;
      const rarity = Math.min(rarityRange, rarityOf(word) - rarityMin);
      if (rarity <= 0 || speakerTerms.has(term) || /^\p{N}+$/u.test(word)) continue;
      const factor = (titleTerms.has(term) ? titleFactor : 1) * (leadTerms.has(term) ? leadFactor : 1);
      scores.push([term, (unitCounts[term] ?? 0) ** countPower * rarity * factor]);
    }
  }
  const best = scores.sort(([, a], [, b]) => b - a).slice(0, topicsMax);
  const [, highest = 0] = best[0] ?? [];
  return new Map(best.map(([term, score]) => [term, score / highest]));
}

/** A word of a headline that is not common. */
export interface HeadlineWord {
  /** How much it names the subject of the text. */
  readonly weight: number;
  /** Its terms in the units, with its other forms, such as "bus" of "buses"; none if no unit has it. */
  readonly terms: readonly number[];
}

/** Whether no unit has a word of a headline. */
export const areAbsent = (words: readonly HeadlineWord[] = []): boolean =>
  words.every(({ terms }) => terms.length === 0);

/**
 * Finds the words of a headline that are not common.
 *
 * @param topics weights of the terms that name the subject
 * @param rarityOf negative natural logarithm of the probability of a word in lower case
 */
export function findHeadlineWords(
  headline: string,
  { lookUp, lookUpForms }: Pick<TermStatistics, 'lookUp' | 'lookUpForms'>,
  topics: ReadonlyMap<number, number>,
  rarityOf: (word: string) => number,
): HeadlineWord[] {
  const words = new Map<number | string, HeadlineWord>();
  for (const word of extractTerms(headline)) {
    if (rarityOf(word) <= rarityMin) continue;
    const [term] = lookUp(word);
    const weight = term === undefined ? 0 : (topics.get(term) ?? 0);
    words.set(term ?? word, { weight, terms: lookUpForms(word) });
  }
  return [...words.values()];
}
