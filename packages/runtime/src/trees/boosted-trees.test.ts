import { describe, expect, it } from 'vitest';
import { BoostedTrees, sigmoid, softmax } from './boosted-trees.ts';

/** Two trees written by hand: x0 <= 1 ? (x1 <= 5 ? 1 : 2) : 3, and one without a split. */
const trees = new BoostedTrees({
  roots: [0, 2],
  leafRoots: [0, 3],
  features: [0, 1],
  thresholds: [1, 5],
  left: [1, -1],
  right: [-3, -2],
  leaves: [10, 20, 30, 5],
  means: [20, 15],
  scale: 0.1,
});

describe('BoostedTrees', () => {
  it('sums the leaves of all trees, taking the left child for values equal to the threshold', () => {
    const rows = Float32Array.from([1, 5, 1, 6, 2, 0]);
    expect([0, 2, 4].map((offset) => trees.score(rows, offset))).toEqual([1.5, 2.5, 3.5]);
    expect(trees.score(rows, 4, 1, 2)).toBe(0.5);
  });

  it('explains a row by contributions that sum to the difference between the root mean and the leaf', () => {
    const contributions = trees.explain(Float32Array.from([1, 6]), 0);
    expect(contributions.get(0)).toBeCloseTo(-0.5);
    expect(contributions.get(1)).toBeCloseTo(0.5);
  });
});

describe('softmax', () => {
  it('returns probabilities that sum to 1 in the order of the scores, even for large scores', () => {
    const probabilities = softmax([1000, 999, -1000]);
    expect(probabilities.reduce((sum, probability) => sum + probability)).toBeCloseTo(1);
    expect(probabilities[0]).toBeGreaterThan(probabilities[1] ?? 1);
  });
});

describe('sigmoid', () => {
  it('returns the probability that belongs to log-odds', () => {
    expect(sigmoid(0)).toBe(0.5);
    expect(sigmoid(Math.log(3))).toBeCloseTo(0.75);
  });
});
