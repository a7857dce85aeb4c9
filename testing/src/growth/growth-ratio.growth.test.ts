import { describe, expect, it } from 'vitest';
import { growthRatio } from './growth-ratio.ts';

/** Adds the numbers below a limit. */
function linear(limit: number): number {
  let sum = 0;
  for (let number = 0; number < limit; number += 1) sum += number;
  return sum;
}

/** Counts the pairs of numbers below a limit. */
function quadratic(limit: number): number {
  let pairs = 0;
  for (let left = 0; left < limit; left += 1) for (let right = 0; right < limit; right += 1) pairs += 1;
  return pairs;
}

describe('growthRatio', () => {
  it('is the ratio of the sizes for linear work', async () => {
    const ratio = await growthRatio(linear, 4_000_000, 16_000_000);
    expect(ratio).toBeGreaterThan(2);
    expect(ratio).toBeLessThan(8);
  });

  it('is the square of it for quadratic work', async () => {
    expect(await growthRatio(quadratic, 2500, 10_000)).toBeGreaterThan(8);
  });

  it('waits for asynchronous work', async () => {
    const work = async (limit: number) => {
      await Promise.resolve();
      return quadratic(limit);
    };
    expect(await growthRatio(work, 2500, 10_000)).toBeGreaterThan(8);
  });
});
