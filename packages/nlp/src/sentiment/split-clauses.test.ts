import { describe, expect, it } from 'vitest';
import { splitClauses } from './split-clauses.ts';

describe('splitClauses', () => {
  it.each([
    [
      'I love the camera but the battery is terrible.',
      ['I love the camera ', 'but the battery is terrible.'],
    ],
    ['Das Essen war gut, aber kalt.', ['Das Essen war gut, ', 'aber kalt.']],
    ['All is well.', []],
    ['But it works.', []],
    ['Butter is fine.', []],
  ])('splits %j into %j', (sentence, expected) => {
    expect(splitClauses(sentence)).toEqual(expected);
  });

  it('returns at most four clauses', () => {
    const sentence = 'good but bad '.repeat(1000);
    const clauses = splitClauses(sentence);
    expect(clauses).toHaveLength(4);
    expect(clauses.join('')).toBe(sentence);
  });
});
