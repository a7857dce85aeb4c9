import { describe, expect, it } from 'vitest';
import { retryDelayMs } from './retry-delay.ts';

describe('retryDelayMs', () => {
  it('doubles up to eight seconds, with jitter down to zero', () => {
    expect([1, 2, 3, 9].map((attempt) => retryDelayMs(attempt, undefined, 1))).toEqual([
      500, 1000, 2000, 8000,
    ]);
    expect(retryDelayMs(3, undefined, 0)).toBe(0);
  });

  it('waits at least as long as asked for, and not at all for more than ten seconds', () => {
    expect(retryDelayMs(1, 3000, 0)).toBe(3000);
    expect(retryDelayMs(1, 10_001, 0)).toBeUndefined();
  });
});
