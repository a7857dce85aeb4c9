import type { TermStatistics } from '../statistics/term-statistics.ts';
import { type PhraseNetwork, phraseKinds } from '../vectors/phrase-network.ts';
import type { Word } from '../vectors/word-vectors.ts';

/**
 * The columns that describe what the phrases of a unit hint at: log odds of each kind, of facts in the units before and after it, how far it is below the unit of
 * the text that hints most at facts, and how much its terms name the subject of the text.
 */
export const cueFeatureNames: readonly string[] = [
  ...phraseKinds.map((kind) => `cue:${kind}`),
  'cuePrevious',
  'cueNext',
  'cueBelowMax',
  'topics',
  'topicMax',
];
const width = cueFeatureNames.length;
const [previousColumn, nextColumn, belowColumn, topicColumn] = [
  'cuePrevious',
  'cueNext',
  'cueBelowMax',
  'topics',
].map((name) => cueFeatureNames.indexOf(name)) as [number, number, number, number];

/**
 * Computes what the words of units hint at.
 *
 * @param words of each unit
 * @param distinct terms of each unit
 * @param topics weights of the terms that name the subject of the text
 * @returns rows of `cueFeatureNames.length` values, one after the other
 */
export function computeCueFeatures(
  phrases: PhraseNetwork,
  words: readonly (readonly Word[])[],
  distinct: TermStatistics['distinct'],
  topics: ReadonlyMap<number, number>,
): Float32Array {
  const rows = new Float32Array(words.length * width);
  for (const [unit, list] of words.entries()) {
    const row = rows.subarray(unit * width, (unit + 1) * width);
    phrases.estimate(
      list.map(({ contribution }) => contribution),
      row,
    );
    for (const term of distinct[unit] ?? []) {
      const weight = topics.get(term) ?? 0;
      row[topicColumn] = (row[topicColumn] ?? 0) + weight;
      row[topicColumn + 1] = Math.max(row[topicColumn + 1] ?? 0, weight);
    }
  }
  addContext(rows, words.length);
  return rows;
}

/** Adds the columns that compare a unit with the others of its text. */
function addContext(rows: Float32Array, units: number): void {
  const factOf = (unit: number) => rows[unit * width] ?? 0;
  let max = Number.NEGATIVE_INFINITY;
  for (let unit = 0; unit < units; unit++) max = Math.max(max, factOf(unit));
  for (let unit = 0; unit < units; unit++) {
    const row = unit * width;
    rows[row + previousColumn] = unit === 0 ? 0 : factOf(unit - 1);
    rows[row + nextColumn] = unit === units - 1 ? 0 : factOf(unit + 1);
    rows[row + belowColumn] = max - factOf(unit);
  }
}
