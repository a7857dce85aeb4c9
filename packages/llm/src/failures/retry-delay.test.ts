import { describe, expect, it } from 'vitest';
import { parseRetryAfter, retryDelayMs } from './retry-delay.ts';

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

describe('parseRetryAfter', () => {
  it.each([
    ['2', 2000],
    ['0', 0],
    ['Thu, 01 Jan 1970 00:00:05 GMT', 4000],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['-1', undefined],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads %j as %j ms', (value, expected) => {
    expect(parseRetryAfter(value, 1000)).toBe(expected);
  });
});
