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

  it.each([
    ['東京都に行く', [1, 3, 4, 5], ['東', '京都', 'に', '行', 'く']],
    ['서울에서', [1, 2, 3], ['서', '울', '에', '서']],
    // A Thai vowel sign belongs to the consonant before it.
    ['ที่ไทย', [2, 3], ['ที่', 'ไทย']],
    ['iPhone手机', [3, 6], ['iPhone', '手机']],
    ['नमस्ते', [2, 3, 4], ['नमस्ते']],
    ['שלום עולם', [2], ['שלום', 'עולם']],
    ['بِسْمِ', [1, 3], ['بِسْمِ']],
    ['𠮷野家', [2, 3], ['𠮷', '野', '家']],
  ])('splits %j at %j into the words of its script', (text, cuts, expected) => {
    const bounds = [0, ...cuts, text.length];
    const ranges = cuts.map((cut, at) => [bounds[at] ?? 0, cut] as const);
    const last = [bounds.at(-2) ?? 0, text.length] as const;
    const space = text.indexOf(' ');
    const spaced = space < 0 ? [] : ([[space + 1, text.length]] as const);
    const whole =
      space < 0 ? [...ranges, last] : [...ranges, [bounds.at(-2) ?? 0, space] as const, ...spaced];
    expect(align(text, whole).map(([, word]) => word)).toEqual(expected);
  });
});
