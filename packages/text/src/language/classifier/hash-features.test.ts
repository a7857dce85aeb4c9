import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hashFeatures } from './hash-features.ts';

function bucketsOf(word: string, isWhole = true): number[] {
  const buckets: number[] = [];
  hashFeatures(word, 2 ** 16, isWhole, (bucket) => buckets.push(bucket));
  return buckets;
}

it('hashes each sequence of one to five letters with the borders, and a longer word itself', () => {
  // " ab ": a and b, 3 sequences of two, 2 of three, 1 of four.
  expect(bucketsOf('ab')).toHaveLength(8);
  // " abcd ": 4 letters, 5 of two, 4 of three, 3 of four, 2 of five, and the word.
  expect(bucketsOf('abcd')).toHaveLength(19);
});

it('hashes a part of a word without borders', () => {
  // "abcd": 4 letters, 3 of two, 2 of three, 1 of four.
  expect(bucketsOf('abcd', false)).toHaveLength(10);
  expect(bucketsOf('abcd')).toEqual(expect.arrayContaining(bucketsOf('abcd', false)));
});

it('stays within the buckets for any word', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (word) => {
      for (const bucket of bucketsOf(word)) {
        expect(bucket).toBeGreaterThanOrEqual(0);
        expect(bucket).toBeLessThan(2 ** 16);
      }
    }),
  );
});
