import { describe, expect, it } from 'vitest';
import { selectByRank } from './select-by-rank.ts';

const sentences = ['One two.', 'A very long sentence indeed.', 'Three.', 'Four five.'];

describe('selectByRank', () => {
  it('takes the best sentences that fit and keeps the order of the text', () => {
    expect(selectByRank(sentences, [1, 2, 3, 4], 17)).toBe('Three. Four five.');
    expect(selectByRank(sentences, [4, 3, 2, 1], 8)).toBe('One two.');
  });

  it('continues with shorter sentences when one does not fit', () => {
    expect(selectByRank(sentences, [1, 4, 3, 2], 17)).toBe('Three. Four five.');
  });

  it('takes equally ranked sentences in the order of the text', () => {
    expect(selectByRank(sentences, [0, 0, 0, 0], 15)).toBe('One two. Three.');
  });

  it('cuts the best sentence at a word when none fits', () => {
    expect(selectByRank(sentences, [0, 1, 0, 0], 5)).toBe('A');
    expect(selectByRank(['漢字漢字漢字'], [1], 3)).toBe('漢字漢');
  });

  it('is empty for no sentences', () => {
    expect(selectByRank([], [], 10)).toBe('');
  });
});
