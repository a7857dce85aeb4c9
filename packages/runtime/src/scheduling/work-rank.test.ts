import { expect, it } from 'vitest';
import { rankWork } from './work-rank.ts';

it('serves short work first, and long work before what arrives after it has waited as long as it takes', () => {
  const long = rankWork(0, 20_000);
  expect(rankWork(100, 50)).toBeLessThan(long);
  expect(rankWork(19_900, 50)).toBeLessThan(long);
  expect(rankWork(20_001, 50)).toBeGreaterThan(long);
  expect(rankWork(5, 50)).toBeGreaterThan(rankWork(0, 50));
});
