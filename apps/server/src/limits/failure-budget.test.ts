import { expect, it } from 'vitest';
import { FailureBudget } from './failure-budget.ts';

it('rejects a key whose failures took 30 s until its budget is refilled, and no other key', () => {
  let now = 0;
  const failures = new FailureBudget(() => now);
  failures.spend('bad', 29_000);
  failures.requireRemaining('bad');
  failures.spend('bad', 6000);
  expect(() => failures.requireRemaining('bad')).toThrow('try again in 10 s');
  failures.requireRemaining('good');
  now += 9000;
  expect(() => failures.requireRemaining('bad')).toThrow('try again in 1 s');
  now += 2000;
  failures.requireRemaining('bad');
  failures.spend('bad', 600_000);
  expect(() => failures.requireRemaining('bad')).toThrow('try again in 60 s');
  now += 61_000;
  failures.requireRemaining('bad');
  failures.spend('bad', 36_000);
  expect(() => failures.requireRemaining('bad')).toThrow('more than 30 s');
});
