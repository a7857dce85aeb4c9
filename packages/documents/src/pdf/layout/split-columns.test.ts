import { describe, expect, it } from 'vitest';
import { composeLines } from '../lines/compose-lines.ts';
import type { Word } from '../words/word.ts';
import { splitColumns } from './split-columns.ts';

const look = { fontName: 'Test', isBold: false, isItalic: false, isMonospaced: false };

/** Words of 10 points, whose letters are 5 points wide. */
function line(text: string, left: number, baseline: number): Word[] {
  let x = left;
  return text.split(' ').map((word) => {
    const placed = { left: x, right: x + word.length * 5, top: baseline - 7, bottom: baseline + 2, baseline };
    x = placed.right + 3;
    return { text: word, size: 10, look, isAttached: false, markedContentId: -1, ...placed };
  });
}

const textsOf = (words: readonly Word[]): string[][] =>
  splitColumns(words, []).map((region) =>
    composeLines(
      region.filter((item): item is Word => !('kind' in item)),
      1,
    ).map(({ text }) => text),
  );

const left = [
  'The mill is at the river and grinds',
  'the wheat of the whole valley in',
  'autumn, when the water is high and',
  'the wheel turns faster.',
];
const right = [
  'The miller rises before the sun and',
  'opens the gate of the old channel',
  'so that the water runs over to the',
  'wheel all morning.',
];

describe('splitColumns', () => {
  it('reads the left column before the right one, between a title and a line below both', () => {
    const words = [
      ...line('A title that is wider than one of the columns below it is', 100, 50),
      ...left.flatMap((text, index) => line(text, 50, 100 + index * 12)),
      ...right.flatMap((text, index) => line(text, 260, 100 + index * 12)),
      ...line('A last paragraph of text takes the width of both columns, to the end', 50, 190),
    ];
    const [title, first, second, last] = textsOf(words);
    expect(title).toHaveLength(1);
    expect([first, second]).toEqual([left, right]);
    expect(last).toHaveLength(1);
  });

  it('does not divide the columns of a table', () => {
    const rows = [
      ['Rye flour', '20 kg'],
      ['Oat flakes', '7 kg'],
      ['Wheat', '8 kg'],
      ['Barley', '31 kg'],
    ];
    const words = rows.flatMap(([name = '', weight = ''], index) => [
      ...line(name, 50, 100 + index * 14),
      ...line(weight, 260, 100 + index * 14),
    ]);
    expect(textsOf(words)).toEqual([rows.map((row) => row.join(' '))]);
  });
});
