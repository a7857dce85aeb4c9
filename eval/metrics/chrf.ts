import { countNgrams, overlapOf } from './ngram-counts.ts';

const orderMax = 6;
const beta = 2;

/**
 * Corpus chrF2 with one reference for each sentence (Popović, "chrF: character n-gram F-score", 2015), computed as
 * sacreBLEU does by default: n-grams of up to six characters without white space, precision and recall averaged
 * over the orders that occur on both sides, recall weighted twice as much as precision.
 *
 * @returns 0 to 100
 */
export function corpusChrf(translations: readonly string[], references: readonly string[]): number {
  const orders = Array.from({ length: orderMax }, () => ({ hits: 0, predicted: 0, expected: 0 }));
  for (const [index, translation] of translations.entries()) {
    const predicted = charactersOf(translation);
    const expected = charactersOf(references[index] ?? '');
    for (const [at, sums] of orders.entries()) {
      const order = at + 1;
      sums.hits += overlapOf(countNgrams(predicted, order), countNgrams(expected, order));
      sums.predicted += Math.max(0, predicted.length - order + 1);
      sums.expected += Math.max(0, expected.length - order + 1);
    }
  }
  const used = orders.filter(({ predicted, expected }) => predicted > 0 && expected > 0);
  if (used.length === 0) return 0;
  const precision = used.reduce((sum, { hits, predicted }) => sum + hits / predicted, 0) / used.length;
  const recall = used.reduce((sum, { hits, expected }) => sum + hits / expected, 0) / used.length;
  if (precision + recall === 0) return 0;
  return (100 * (1 + beta ** 2) * precision * recall) / (beta ** 2 * precision + recall);
}

function charactersOf(text: string): string[] {
  return [...text.replace(/\s+/gu, '')];
}
