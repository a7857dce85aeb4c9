import { expect, it } from 'vitest';
import { rankWork } from './work-rank.ts';

it('serves short work before long work that arrived up to its duration before, and at most 10 s', () => {
  expect(rankWork(100, 50)).toBeLessThan(rankWork(0, 5000));
  expect(rankWork(4900, 50)).toBeLessThan(rankWork(0, 5000));
  expect(rankWork(5001, 50)).toBeGreaterThan(rankWork(0, 5000));
  expect(rankWork(9900, 50)).toBeLessThan(rankWork(0, 3_600_000));
  expect(rankWork(10_001, 50)).toBeGreaterThan(rankWork(0, 3_600_000));
  expect(rankWork(5, 50)).toBeGreaterThan(rankWork(0, 50));
});
