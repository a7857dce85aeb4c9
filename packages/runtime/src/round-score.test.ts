import { expect, it } from 'vitest';
import { roundScore, roundScores } from './round-score.ts';

it('rounds scores to 4 decimals', () => {
  expect([0.123456, 0.99996, 1, -0.33335, 12.34567].map(roundScore)).toEqual([
    0.1235, 1, 1, -0.3333, 12.3457,
  ]);
  expect(Object.is(roundScore(-0.00001), 0)).toBe(true);
});

it('rounds each score of a record', () => {
  expect(roundScores({ joy: 0.123456, fear: 0.5 })).toEqual({ joy: 0.1235, fear: 0.5 });
});
