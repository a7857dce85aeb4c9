import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatServerTiming } from './server-timing.ts';

it('formats steps in order, and the total', () => {
  expect(formatServerTiming(['auth', 'reserve'], [0.004, 1.2], 12.345)).toBe(
    'auth;dur=0, reserve;dur=1.2, total;dur=12.35',
  );
});

it('formats durations as numbers that are rounded to hundredths', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e8, noNaN: true }), (ms) => {
      expect(formatServerTiming([], [], ms)).toBe(`total;dur=${Math.round(ms * 100) / 100}`);
    }),
    { numRuns: 2000, examples: [[0], [0.09], [0.1], [0.995], [1], [99.999], [86_400_000.1]] },
  );
});
