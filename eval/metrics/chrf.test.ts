import { describe, expect, it } from 'vitest';
import { corpusChrf } from './chrf.ts';

describe('corpusChrf', () => {
  it('averages precision and recall over the orders that occur', () => {
    // 2 of 3 characters, 1 of 2 pairs, 0 of 1 triples.
    expect(corpusChrf(['abc'], ['abd'])).toBeCloseTo((100 * (2 / 3 + 1 / 2 + 0)) / 3, 8);
  });

  it('weights recall twice as much as precision', () => {
    // Precision 1, recall (2/4 + 1/3) / 2 over the two orders that the translation has.
    const recall = (2 / 4 + 1 / 3) / 2;
    expect(corpusChrf(['ab'], ['abcd'])).toBeCloseTo((100 * 5 * recall) / (4 + recall), 8);
  });

  it('ignores white space and is 100 for equal texts', () => {
    expect(corpusChrf(['a b c d e f g'], ['ab cd efg'])).toBeCloseTo(100, 8);
  });

  it('is zero for texts without a common character, and for empty ones', () => {
    expect(corpusChrf(['abc'], ['xyz'])).toBe(0);
    expect(corpusChrf([''], [''])).toBe(0);
  });
});
