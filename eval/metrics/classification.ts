import { mean } from './statistics.ts';

/** Mean recall over the classes that occur in the gold labels. */
export function macroRecall(gold: readonly string[], predicted: readonly string[]): number {
  const recalls = [...new Set(gold)].map((label) => {
    const indices = [...gold.keys()].filter((index) => gold[index] === label);
    return mean(indices.map((index) => Number(predicted[index] === label)));
  });
  return mean(recalls);
}

/** Mean F1 over all labels that occur in the gold or predicted label sets, for texts with several labels each. */
export function multilabelMacroF1(
  gold: readonly (readonly string[])[],
  predicted: readonly (readonly string[])[],
): number {
  const counts = new Map<string, { hits: number; predicted: number; gold: number }>();
  for (const [index, goldLabels] of gold.entries()) {
    const predictedLabels = predicted[index] ?? [];
    for (const label of new Set([...goldLabels, ...predictedLabels])) {
      const count = counts.get(label) ?? { hits: 0, predicted: 0, gold: 0 };
      count.hits += Number(goldLabels.includes(label) && predictedLabels.includes(label));
      count.predicted += Number(predictedLabels.includes(label));
      count.gold += Number(goldLabels.includes(label));
      counts.set(label, count);
    }
  }
  return mean(
    [...counts.values()].map((count) => (2 * count.hits) / Math.max(1, count.predicted + count.gold)),
  );
}
