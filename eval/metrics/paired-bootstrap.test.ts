import { describe, expect, it } from 'vitest';
import { pairedBootstrap } from './paired-bootstrap.ts';

const scores = Array.from({ length: 200 }, (_, index) => Math.sin(index) / 4 + 0.5);

describe('pairedBootstrap', () => {
  it('detects a small steady gain that is far below the spread of the scores', () => {
    const { mean, low, high } = pairedBootstrap(
      scores.map((score, index) => score + 0.02 + 0.01 * Math.cos(index * 7)),
      scores,
    );
    expect(mean).toBeCloseTo(0.02, 2);
    expect(low).toBeGreaterThan(0.015);
    expect(high).toBeLessThan(0.025);
  });

  it('returns an interval around zero when the difference is chance', () => {
    const { low, high } = pairedBootstrap(scores, scores.toReversed());
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0);
  });

  it('returns the single difference as the whole interval when all differences are equal', () => {
    const interval = pairedBootstrap([2, 3, 4], [1, 2, 3]);
    expect(interval).toEqual({ mean: 1, low: 1, high: 1 });
  });

  it('returns the same interval for the same input, and zero for no pairs', () => {
    expect(pairedBootstrap(scores, scores.toReversed())).toEqual(
      pairedBootstrap(scores, scores.toReversed()),
    );
    expect(pairedBootstrap([], [])).toEqual({ mean: 0, low: 0, high: 0 });
  });
});
