import { mean } from '../../metrics/statistics.ts';
import type { ConversionScore } from './score-conversion.ts';

const marks = ['total', 'recall', 'words', 'order', 'headings', 'lists', 'tables', 'code'] as const;

/** Number of documents, and the means of the marks over those that have them. */
export function summarizeScores(scores: readonly ConversionScore[]): Record<string, number> {
  const figures: Record<string, number> = { files: scores.length };
  for (const mark of marks) {
    const found = scores.flatMap((score) => score[mark] ?? []);
    if (found.length > 0) figures[mark] = mean(found);
  }
  return figures;
}

/** The marks of a document, for reading. */
export function describeScore(score: ConversionScore): string {
  return Object.entries(score)
    .map(([mark, value]) => `${mark} ${value.toFixed(3)}`)
    .join(', ');
}
