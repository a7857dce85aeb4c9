import { expect, it } from 'vitest';
import { FailureDebt } from './failure-debt.ts';

it('holds for a key whose failures took 30 s until they are paid off, within a minute, and for no other key', () => {
  let now = 0;
  const failures = new FailureDebt(true, () => now);
  failures.add('bad', 29_000);
  expect(failures.isInDebt('bad')).toBe(false);
  failures.add('bad', 6000);
  expect([failures.isInDebt('bad'), failures.isInDebt('good')]).toEqual([true, false]);
  now += 9000;
  expect(failures.isInDebt('bad')).toBe(true);
  now += 2000;
  expect(failures.isInDebt('bad')).toBe(false);
  failures.add('bad', 600_000);
  now += 59_000;
  expect(failures.isInDebt('bad')).toBe(true);
  now += 2000;
  expect(failures.isInDebt('bad')).toBe(false);
});
