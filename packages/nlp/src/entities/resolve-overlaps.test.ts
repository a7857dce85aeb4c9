import fc from 'fast-check';
import { expect, it } from 'vitest';
import { resolveOverlaps } from './resolve-overlaps.ts';
import { entityTypes } from './rules/entity-types.ts';

it('prefers verified types to longer candidates, and the longer of two dates', () => {
  const chosen = resolveOverlaps([
    { startIndex: 0, endIndex: 10, type: 'PERSON', confidence: 0.9 },
    { startIndex: 4, endIndex: 9, type: 'EMAIL', confidence: 0.9 },
    { startIndex: 20, endIndex: 24, type: 'NUMBER', confidence: 0.9 },
    { startIndex: 20, endIndex: 30, type: 'DATE', confidence: 0.6 },
    { startIndex: 22, endIndex: 28, type: 'DATE', confidence: 0.99 },
  ]);
  expect(chosen.map(({ type, startIndex }) => [type, startIndex])).toEqual([
    ['EMAIL', 4],
    ['DATE', 20],
  ]);
});

it('returns no overlaps and drops only candidates that overlap a selected one', () => {
  const candidate = fc
    .record({
      startIndex: fc.nat(400),
      length: fc.integer({ min: 1, max: 300 }),
      type: fc.constantFrom(...entityTypes),
      confidence: fc.float({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ startIndex, length, type, confidence }) => ({
      startIndex,
      endIndex: startIndex + length,
      type,
      confidence,
    }));
  fc.assert(
    fc.property(fc.array(candidate), (candidates) => {
      const chosen = resolveOverlaps(candidates);
      const overlaps = (a: { startIndex: number; endIndex: number }, b: typeof a) =>
        a.startIndex < b.endIndex && b.startIndex < a.endIndex;
      for (const [at, one] of chosen.entries())
        for (const other of chosen.slice(at + 1)) expect(overlaps(one, other)).toBe(false);
      for (const one of candidates) expect(chosen.some((other) => overlaps(one, other))).toBe(true);
    }),
  );
});
