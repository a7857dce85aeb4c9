import { describe, expect, it } from 'vitest';
import { rankCorrelation } from './rank-correlation.ts';

describe('rankCorrelation', () => {
  it('is 1 for the same order and -1 for the opposite one, however far values are apart', () => {
    expect(rankCorrelation([1, 2, 100], [0.1, 0.2, 0.3])).toBeCloseTo(1);
    expect(rankCorrelation([1, 2, 100], [3, 2, 1])).toBeCloseTo(-1);
  });

  it('gives equal values their mean rank', () => {
    // Ranks 0.5, 0.5, 2 and 0, 1, 2: covariance 1.5, variances 1.5 and 2.
    expect(rankCorrelation([1, 1, 2], [1, 2, 3])).toBeCloseTo(1.5 / Math.sqrt(3));
  });

  it('is 0 for values that are all equal, and for none', () => {
    expect(rankCorrelation([1, 1, 1], [1, 2, 3])).toBe(0);
    expect(rankCorrelation([], [])).toBe(0);
  });
});
