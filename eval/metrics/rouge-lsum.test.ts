import { describe, expect, it } from 'vitest';
import { rougeLsum } from './rouge-lsum.ts';

describe('rougeLsum', () => {
  it('unites the common subsequences of all sentences (example of Lin, 2004)', () => {
    // "w1 w2" and "w1 w3 w5" unite to 4 of 5 words; the summary has 10.
    const score = rougeLsum(['w1 w2 w6 w7 w8', 'w1 w3 w8 w9 w5'], ['w1 w2 w3 w4 w5']);
    expect(score).toBeCloseTo((2 * 4) / (10 + 5), 10);
  });

  it('does not depend on the order of sentences', () => {
    expect(rougeLsum(['A b c.', 'D e f.'], ['d e f', 'a b c'])).toBe(1);
  });

  it('counts a word at most as often as the summary has it', () => {
    // Both sentences of the reference match the only "a".
    expect(rougeLsum(['a'], ['a', 'a'])).toBeCloseTo((2 * 1) / 3, 10);
  });

  it('has the scores of rouge_score 0.1.2', () => {
    const summary = ['The cat sat on the mat and the dog slept.', 'It was a long day for the dog.'];
    const reference = ['A dog slept on the mat.', 'The long day was good for the cat and the dog.'];
    expect(rougeLsum(summary, reference)).toBeCloseTo(0.742857142857, 10);
  });

  it('is zero when a text has no words', () => {
    expect(rougeLsum([], ['a'])).toBe(0);
    expect(rougeLsum([], [])).toBe(0);
  });
});
