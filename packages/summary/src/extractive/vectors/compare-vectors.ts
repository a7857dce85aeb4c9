import type { Word } from './word-vectors.ts';

/** Units before and after a unit that its vector is compared with. */
const neighborhood = 20;

/** How units compare by the vectors of their words; cosines, -1 to 1. */
export interface VectorSimilarities {
  /** With the mean of all units. */
  readonly centroid: Float32Array;
  /** Highest similarity with one of the units shortly before. */
  readonly repetition: Float32Array;
  /** Mean similarity with the units around. */
  readonly neighborhood: Float32Array;
  /** With the first unit. */
  readonly lead: Float32Array;
  /** With the title; 0 without one. */
  readonly title: Float32Array;
}

/**
 * Compares units by the mean vectors of their words, in linear time.
 *
 * @param size number of values of a vector
 * @param words of each unit
 */
export function compareVectors(
  size: number,
  words: readonly (readonly Word[])[],
  titleWords: readonly Word[],
): VectorSimilarities {
  const count = words.length;
  const matrix = new Float32Array(count * size);
  const mean = new Float32Array(size);
  for (const [unit, list] of words.entries()) {
    writeUnitVector(list, matrix, unit * size, size);
    for (let index = 0; index < size; index++)
      mean[index] = (mean[index] ?? 0) + (matrix[unit * size + index] ?? 0);
  }
  normalize(mean, 0, size);
  const title = new Float32Array(size);
  writeUnitVector(titleWords, title, 0, size);
  const result = {
    centroid: new Float32Array(count),
    repetition: new Float32Array(count),
    neighborhood: new Float32Array(count),
    lead: new Float32Array(count),
    title: new Float32Array(count),
  };
  const sums = new Float32Array(count);
  const neighbors = new Int32Array(count);
  for (let unit = 0; unit < count; unit++) {
    const start = unit * size;
    result.centroid[unit] = dot(matrix, start, mean, 0, size);
    result.lead[unit] = dot(matrix, start, matrix, 0, size);
    result.title[unit] = dot(matrix, start, title, 0, size);
    let repetition = 0;
    for (let other = Math.max(0, unit - neighborhood); other < unit; other++) {
      const similarity = dot(matrix, start, matrix, other * size, size);
      repetition = Math.max(repetition, similarity);
      sums[unit] = (sums[unit] ?? 0) + similarity;
      sums[other] = (sums[other] ?? 0) + similarity;
      neighbors[unit] = (neighbors[unit] ?? 0) + 1;
      neighbors[other] = (neighbors[other] ?? 0) + 1;
    }
    result.repetition[unit] = repetition;
  }
  for (let unit = 0; unit < count; unit++)
    result.neighborhood[unit] = (sums[unit] ?? 0) / Math.max(1, neighbors[unit] ?? 0);
  return result;
}

/** Writes the sum of the vectors of words, at length 1. */
function writeUnitVector(words: readonly Word[], out: Float32Array, start: number, size: number): void {
  for (const { vector } of words) {
    for (let index = 0; index < vector.length; index++)
      out[start + index] = (out[start + index] ?? 0) + (vector[index] ?? 0);
  }
  normalize(out, start, size);
}

function normalize(values: Float32Array, start: number, size: number): void {
  const norm = Math.sqrt(dot(values, start, values, start, size)) || 1;
  for (let index = start; index < start + size; index++) values[index] = (values[index] ?? 0) / norm;
}

function dot(
  left: Float32Array,
  leftStart: number,
  right: Float32Array,
  rightStart: number,
  size: number,
): number {
  let sum = 0;
  for (let index = 0; index < size; index++)
    sum += (left[leftStart + index] ?? 0) * (right[rightStart + index] ?? 0);
  return sum;
}
