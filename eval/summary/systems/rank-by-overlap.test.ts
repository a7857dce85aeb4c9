import { describe, expect, it } from 'vitest';
import { rankByOverlap } from './rank-by-overlap.ts';

describe('rankByOverlap', () => {
  it('solves the equations of PageRank on a star of sentences', () => {
    // "a b" shares one word with each of the others, which share none: all weights are 1 / (2 log 2).
    // Center: .15 + .85 × 2 × outer; outer: .15 + .85 × center / 2.
    const [center = 0, left = 0, right = 0] = rankByOverlap(['a b', 'a c', 'b d']);
    expect(center).toBeCloseTo((0.15 * 2.7) / (1 - 0.85 ** 2), 4);
    expect(left).toBeCloseTo(0.15 + 0.425 * center, 4);
    expect(right).toBeCloseTo(left, 10);
  });

  it('divides shared words by the sum of the logarithms of the lengths', () => {
    // "a b" shares one word with both, but the third sentence is longer: weights 1 / log 4 and 1 / log 8.
    const [center = 0, short = 0, long = 0] = rankByOverlap(['a b', 'a c', 'b d e f']);
    const weights = [1 / Math.log(4), 1 / Math.log(8)] as const;
    expect(short - 0.15).toBeCloseTo((0.85 * center * weights[0]) / (weights[0] + weights[1]), 4);
    expect(long - 0.15).toBeCloseTo((0.85 * center * weights[1]) / (weights[0] + weights[1]), 4);
  });

  it('gives sentences without shared words the least score', () => {
    expect(rankByOverlap(['a b', 'a c', '', 'x'])).toEqual([
      expect.closeTo(1, 4),
      expect.closeTo(1, 4),
      expect.closeTo(0.15, 10),
      expect.closeTo(0.15, 10),
    ]);
  });
});
