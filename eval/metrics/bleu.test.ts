import { describe, expect, it } from 'vitest';
import { corpusBleu, tokenize13a } from './bleu.ts';

describe('corpusBleu', () => {
  it('is the geometric mean of the n-gram precisions', () => {
    // Precisions 6/7, 4/6, 3/5 and 2/4 at equal length.
    const score = corpusBleu(['the cat sat on the mat today'], ['the cat sat on the red mat']);
    expect(score).toBeCloseTo(100 * ((6 / 7) * (4 / 6) * (3 / 5) * (2 / 4)) ** 0.25, 8);
  });

  it('applies the brevity penalty to short translations', () => {
    // All n-grams match; 5 tokens against 6.
    const score = corpusBleu(['a b c d e'], ['a b c d e f']);
    expect(score).toBeCloseTo(100 * Math.exp(1 - 6 / 5), 8);
  });

  it('sums the counts over sentences before dividing', () => {
    // Unigrams 9/10, pairs 7/8, triples 5/6, quadruples 3/4.
    const score = corpusBleu(['a b c d e', 'v w x y q'], ['a b c d e', 'v w x y z']);
    expect(score).toBeCloseTo(100 * ((9 / 10) * (7 / 8) * (5 / 6) * (3 / 4)) ** 0.25, 8);
  });

  it('smooths orders without a match by powers of two', () => {
    // Precisions 2/4 and 1/3; no triple (1/2 of 1/2) and no quadruple (1/4 of 1/1) matches.
    const score = corpusBleu(['a b x y'], ['a b c d']);
    expect(score).toBeCloseTo(100 * ((2 / 4) * (1 / 3) * (1 / 4) * (1 / 4)) ** 0.25, 8);
  });

  it('is zero without a common word', () => {
    expect(corpusBleu(['a b c d'], ['v w x y'])).toBe(0);
  });
});

describe('tokenize13a', () => {
  it('separates punctuation, but keeps periods, commas and hyphens inside numbers and words', () => {
    expect(tokenize13a('It cost 1,200.50 (about "half") in mid-May, 3-4 days.')).toEqual(
      'It cost 1,200.50 ( about " half " ) in mid-May , 3 - 4 days .'.split(' '),
    );
  });
});
