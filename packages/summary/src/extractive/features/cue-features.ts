import type { TermStatistics } from '../statistics/term-statistics.ts';
import { cueKinds } from '../vectors/fact-cues.ts';
import type { WordVectors } from '../vectors/word-vectors.ts';

const count = cueKinds.length;

/** The columns that describe how the words of a unit hint at facts: over all words, by the strongest one, on average; and the same for its neighbors. */
export const cueFeatureNames: readonly string[] = [
  ...cueKinds.map((kind) => `cue:${kind}`),
  ...cueKinds.map((kind) => `cueMax:${kind}`),
  ...cueKinds.map((kind) => `cueMean:${kind}`),
  'cuePrevious',
  'cueNext',
  'topics',
  'topicMax',
];
const width = cueFeatureNames.length;
const topicColumn = cueFeatureNames.indexOf('topics');

/**
 * Computes how the words of units hint at facts.
 *
 * @param topics weights of the terms that name the subject of the text
 * @returns rows of `cueFeatureNames.length` values, one after the other
 */
export function computeCueFeatures(
  vectors: WordVectors,
  { words, distinct }: Pick<TermStatistics, 'words' | 'distinct'>,
  topics: ReadonlyMap<number, number>,
): Float32Array {
  const rows = new Float32Array(words.length * width);
  for (const [unit, list] of words.entries()) {
    const row = rows.subarray(unit * width, (unit + 1) * width);
    addCues(vectors, list, row);
    for (const term of distinct[unit] ?? []) {
      const weight = topics.get(term) ?? 0;
      row[topicColumn] = (row[topicColumn] ?? 0) + weight;
      row[topicColumn + 1] = Math.max(row[topicColumn + 1] ?? 0, weight);
    }
  }
  for (let unit = 0; unit < words.length; unit++) {
    rows[unit * width + 3 * count] = unit === 0 ? 0 : (rows[(unit - 1) * width] ?? 0);
    rows[unit * width + 3 * count + 1] = unit === words.length - 1 ? 0 : (rows[(unit + 1) * width] ?? 0);
  }
  return rows;
}

function addCues(vectors: WordVectors, words: readonly string[], row: Float32Array): void {
  if (words.length === 0) return;
  row.fill(Number.NEGATIVE_INFINITY, count, 2 * count);
  for (const word of words) {
    const values = vectors.cuesOf(word);
    for (let kind = 0; kind < count; kind++) {
      const value = values[kind] ?? 0;
      row[kind] = (row[kind] ?? 0) + value;
      row[count + kind] = Math.max(row[count + kind] ?? 0, value);
    }
  }
  for (let kind = 0; kind < count; kind++) {
    row[2 * count + kind] = (row[kind] ?? 0) / words.length;
    // Between the sum, which prefers long units, and the mean.
    row[kind] = (row[kind] ?? 0) / Math.sqrt(words.length);
  }
}
