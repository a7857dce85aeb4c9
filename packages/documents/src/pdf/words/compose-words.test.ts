import type { Glyph } from '@quern/pdf';
import { describe, expect, it } from 'vitest';
import { composeWords } from './compose-words.ts';

/** Sets letters of a width of half the font size; those of `overhanging` reach beyond it to both sides in italics. */
function setLetters(text: string, isItalic: boolean, space = 2.5): Glyph[] {
  const style = {
    ...{ object: 1, fontName: 'Test', size: 10, isBold: false, isItalic, isMonospaced: false },
    ...{ isInvisible: false, isArtifact: false, angle: 0, markedContentId: -1 },
  };
  let x = 0;
  return [...text].flatMap((letter) => {
    if (letter === ' ') {
      x += space;
      return [];
    }
    const reach = isItalic && /[fjp]/.test(letter) ? 1.4 : 0;
    const box = { left: x - reach, top: 0, right: x + 5 + reach, bottom: 10 };
    const glyph = { text: letter, x, y: 8, box, style } as Glyph;
    x += 5;
    return [glyph];
  });
}

const read = (glyphs: Glyph[]): string[] => composeWords(glyphs, []).map(({ text }) => text);

describe('composeWords without characters for spaces', () => {
  it.each([false, true])('separates words whose italic letters reach into the space: %s', (isItalic) => {
    const text = 'number from flour of mills off after';
    expect(read(setLetters(text, isItalic))).toEqual(text.split(' '));
  });

  it('keeps spaced letters together', () => {
    expect(read(setLetters('f l o u r', true, 0.6))).toEqual(['flour']);
    expect(read(setLetters('f l o u r', false, 1.4))).toEqual(['flour']);
  });
});

describe('composeWords of Arabic', () => {
  const style = {
    ...{ object: 1, fontName: 'Test', size: 10, isBold: false, isItalic: false, isMonospaced: false },
    ...{ isInvisible: false, isArtifact: false, angle: 0, markedContentId: -1 },
  };
  /** Letters in the order of PDFium, each with its left and right edge. */
  const set = (...letters: [text: string, left: number, right: number][]): Glyph[] =>
    letters.map(
      ([text, left, right]) =>
        ({ text, x: left, y: 8, box: { left, top: 0, right, bottom: 10 }, style }) as Glyph,
    );

  it('reads the ligature of lam and alef in the order of its letters, and the article as it is', () => {
    expect(read(set(['ا', 30, 33], ['إ', 23, 30], ['ل', 23, 30], ['ن', 18, 23]))).toEqual(['الإن']);
    expect(read(set(['ا', 30, 33], ['ل', 26, 30], ['م', 20, 26]))).toEqual(['الم']);
  });
});
