import type { SummaryUnit } from '../outline/summary-unit.ts';

/** The columns that describe a headline: natural logarithm of its length, whether it is the title, and how much its terms name the subject of the text. */
export const headlineFeatureNames = ['length', 'isTitle', 'topics'] as const;

/** More terms of the subject do not count. */
const topicsMax = 2;

/**
 * Computes the features of headlines.
 *
 * @param topics for each headline its terms, with how much each names the subject of the text
 * @returns a row of `headlineFeatureNames.length` values for each
 */
export function computeHeadlineFeatures(
  headlines: readonly SummaryUnit[],
  topics: readonly ReadonlyMap<number, number>[],
): number[][] {
  return headlines.map(({ text, role }, index) => {
    const weights = [...(topics[index]?.values() ?? [])];
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return [Math.log(text.length), Number(role === 'title'), Math.min(topicsMax, sum)];
  });
}
