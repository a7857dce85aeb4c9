import { describe, expect, it } from 'vitest';
import { shingleCounts, shingleF1 } from './shingle-f1.ts';

const words = (text: string) => text.split(' ');

describe('shingleF1', () => {
  it('is one for equal texts and zero without a common run of four words', () => {
    expect(shingleF1([shingleCounts(words('a b c d e'), words('a b c d e'))])).toBe(1);
    expect(shingleF1([shingleCounts(words('d c b a'), words('a b c d'))])).toBe(0);
  });

  it('counts surplus text against precision and missing text against recall', () => {
    // Two shingles each, one of them common.
    expect(shingleCounts(words('a b c d x'), words('a b c d e'))).toEqual({
      hits: 1 / 3,
      surplus: 1 / 3,
      missed: 1 / 3,
    });
    expect(shingleF1([shingleCounts(words('a b c d x'), words('a b c d e'))])).toBeCloseTo(0.5);
  });

  it('treats a text shorter than a shingle as one shingle, and scores empty text as zero', () => {
    expect(shingleF1([shingleCounts(words('a b'), words('a b'))])).toBe(1);
    expect(shingleF1([shingleCounts([], words('a b'))])).toBe(0);
  });
});
