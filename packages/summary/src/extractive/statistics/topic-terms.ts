import type { Outline } from '../outline/summary-unit.ts';
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
  const scores = new Map<number, number>();
  for (const [unit, list] of words.entries()) {
    for (const [index, word] of list.entries()) {
      const term = terms[unit]?.[index] ?? 0;
      if (scores.has(term)) continue;
      const rarity = Math.min(rarityRange, Math.max(0, rarityOf(word) - rarityMin));
      const isExcluded = rarity === 0 || speakerTerms.has(term) || /^\p{N}+$/u.test(word);
      const factor = (titleTerms.has(term) ? titleFactor : 1) * (leadTerms.has(term) ? leadFactor : 1);
      scores.set(term, isExcluded ? 0 : (unitCounts[term] ?? 0) ** countPower * rarity * factor);
    }
  }
  const best = [...scores].sort(([, a], [, b]) => b - a).slice(0, topicsMax);
  const [, highest = 0] = best[0] ?? [];
  return new Map(best.filter(([, score]) => score > 0).map(([term, score]) => [term, score / highest]));
}
