import { describe, expect, it } from 'vitest';
import { makeVocabulary } from '../tokenizer/fixtures/make-vocabulary.ts';
import { readVocabulary } from '../tokenizer/read-vocabulary.ts';
import { Tokenizer } from '../tokenizer/tokenizer.ts';
import { scoreSplitPoints } from './score-split-points.ts';

const tokenizer = new Tokenizer(
  readVocabulary(makeVocabulary({ '▁': -9, '▁a': -1, a: -3, '.': -3, ')': -3 }, { 10: [0x20] })),
);

/** The score before each subword of a text. */
function scoresOf(text: string): number[] {
  const tokenized = tokenizer.tokenize(text);
  return [...tokenized.ids.keys()].map(scoreSplitPoints(text, tokenized));
}

describe('scoreSplitPoints', () => {
  it.each([
    ['inside a word', 'aa', [3, 0]],
    ['before a word', 'a a', [3, 1]],
    ['after a sentence', 'a. a', [3, 0, 2]],
    ['after a sentence in parentheses', 'a.) a', [3, 0, 0, 2]],
    ['after a line', 'a\na', [3, 3]],
    ['after a word marker alone', 'a .', [3, 1, 0]],
  ])('scores a position %s', (_, text, expected) => {
    expect(scoresOf(text)).toEqual(expected);
  });
});
