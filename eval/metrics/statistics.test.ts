import { describe, expect, it } from 'vitest';
import { mean, median, quantile, roundToSignificant } from './statistics.ts';

describe('median', () => {
  it('is the middle value, or the mean of the two middle values', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([1, 9, 5, 3])).toBe(4);
    expect(median([])).toBeNaN();
  });
});

describe('quantile', () => {
  it('is the value below which a share of the values lies', () => {
    const values = Array.from({ length: 100 }, (_, index) => 99 - index);
    expect(quantile(values, 0.5)).toBe(50);
    expect(quantile(values, 0.99)).toBe(99);
    expect(quantile(values, 1)).toBe(99);
    expect(quantile([], 0.5)).toBeNaN();
  });
});

describe('mean', () => {
  it('is zero for no values', () => {
    expect(mean([1, 2, 6])).toBe(3);
    expect(mean([])).toBe(0);
  });
});

describe('roundToSignificant', () => {
  it('keeps four significant digits', () => {
    expect(roundToSignificant(123_456)).toBe(123_500);
    expect(roundToSignificant(0.000123456)).toBe(0.0001235);
  });
});
