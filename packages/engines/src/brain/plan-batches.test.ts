import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planBatches } from './plan-batches.ts';

describe('batches', () => {
  it('hold every sequence once, at most 8 of them, 1024 padded tokens and a fifth of padding', () => {
    const lengths = fc.array(fc.integer({ min: 2, max: 256 }), { maxLength: 60 });
    fc.assert(
      fc.property(lengths, (lengthOf) => {
        const batches = planBatches(lengthOf);
        expect(batches.flat().sort((a, b) => a - b)).toEqual(lengthOf.map((_, index) => index));
        for (const batch of batches) {
          const members = batch.map((index) => lengthOf[index] ?? 0);
          const padded = Math.max(...members) * members.length;
          const tokens = members.reduce((sum, length) => sum + length, 0);
          expect(members.length).toBeLessThanOrEqual(8);
          expect(padded).toBeLessThanOrEqual(1024);
          expect(padded - tokens).toBeLessThanOrEqual(padded * 0.2);
        }
      }),
    );
  });

  it('are as few as these limits allow for sequences of one length', () => {
    expect(planBatches(new Array<number>(20).fill(20)).map((batch) => batch.length)).toEqual([8, 8, 4]);
    expect(planBatches(new Array<number>(9).fill(256)).map((batch) => batch.length)).toEqual([4, 4, 1]);
    expect(planBatches([])).toEqual([]);
    expect(planBatches([5000])).toEqual([[0]]);
  });
});
