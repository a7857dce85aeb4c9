import { describe, expect, it } from 'vitest';
import { alignWords } from './align-words.ts';

/** Aligns subwords that cover the given ranges of a text. */
function align(text: string, ranges: readonly (readonly [number, number])[]) {
  const { firstSubwords, starts, ends } = alignWords(text, {
    ids: new Int32Array(ranges.length),
    starts: Int32Array.from(ranges.map(([start]) => start)),
    ends: Int32Array.from(ranges.map(([, end]) => end)),
  });
  return [...firstSubwords].map((subword, at) => [subword, text.slice(starts[at], ends[at])]);
}

describe('alignWords', () => {
  it('joins the subwords of a word and separates punctuation', () => {
    const ranges = [
      [0, 2],
      [2, 3],
      [3, 4],
      [5, 8],
    ] as const;
    expect(align('Ann, Lee', ranges)).toEqual([
      [0, 'Ann'],
      [2, ','],
      [3, 'Lee'],
    ]);
  });

  it('ignores subwords that cover no characters', () => {
    const ranges = [
      [0, 0],
      [0, 3],
    ] as const;
    expect(align('Ann', ranges)).toEqual([[1, 'Ann']]);
  });

  it('keeps a surrogate pair in one word', () => {
    const ranges = [
      [0, 1],
      [1, 2],
    ] as const;
    expect(align('😀', ranges)).toEqual([[0, '😀']]);
  });
});
