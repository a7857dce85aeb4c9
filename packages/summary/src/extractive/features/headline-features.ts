import type { SummaryUnit } from '../outline/summary-unit.ts';
import { countUnspaced } from '../statistics/extract-terms.ts';
import type { HeadlineWord } from '../statistics/topic-terms.ts';

/** The columns that describe a headline: natural logarithm of its length in letters, whether it is the title, and how much its terms name the subject of the text. */
export const headlineFeatureNames = ['length', 'isTitle', 'topics'] as const;

/** Number of letters that a character stands for, in scripts written without spaces. */
const lettersPerCharacter = 2.5;
/** More terms of the subject do not count. */
const topicsMax = 2;

/**
 * Computes the features of headlines.
 *
 * @param words of each headline
 * @returns a row of `headlineFeatureNames.length` values for each
 */
export function computeHeadlineFeatures(
  headlines: readonly SummaryUnit[],
  words: readonly (readonly HeadlineWord[])[],
): number[][] {
  return headlines.map(({ text, role }, index) => {
    const sum = (words[index] ?? []).reduce((total, { weight }) => total + weight, 0);
    const letters = text.length + (lettersPerCharacter - 1) * countUnspaced(text);
    return [Math.log(letters), Number(role === 'title'), Math.min(topicsMax, sum)];
  });
}
