import { describe, expect, it } from 'vitest';
import { groupTextLines, type PdfTextItem } from './group-text-lines.ts';

/** A text item of 10 points, whose letters are 5 points wide. */
const item = (str: string, left: number, baseline: number, dir = 'ltr'): PdfTextItem => ({
  str,
  dir,
  transform: [10, 0, 0, 10, left, baseline],
  width: str.length * 5,
  height: 10,
});

const textsOf = (items: readonly PdfTextItem[]) => groupTextLines(items).map(({ text }) => text);

describe('groupTextLines', () => {
  it('joins items on one baseline and adds a space at a gap', () => {
    expect(textsOf([item('Hel', 0, 100), item('lo', 15, 100), item('world', 30, 100)])).toEqual([
      'Hello world',
    ]);
  });

  it('starts a line at another baseline, but not at a raised note mark', () => {
    expect(textsOf([item('First', 0, 100), item('1', 25, 104), item('Second', 0, 86)])).toEqual([
      'First1',
      'Second',
    ]);
  });

  it('joins right-to-left items from right to left', () => {
    expect(textsOf([item('שלום', 50, 100, 'rtl'), item('עולם', 25, 100, 'rtl')])).toEqual(['שלום עולם']);
  });

  it('drops lines of white space', () => {
    expect(textsOf([item('  ', 0, 100), item('', 0, 80)])).toEqual([]);
  });
});
