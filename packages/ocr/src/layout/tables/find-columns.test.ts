import { describe, expect, it } from 'vitest';
import { characterWidth, lineHeight, setText } from '../fixtures/set-text.ts';
import { buildRows, centerOf } from '../segments/build-rows.ts';
import { findColumns } from './find-columns.ts';
import { flatWordsOf } from './flat-words.ts';
import { joinValues } from './join-values.ts';

/** First and last character of each column. */
function columnsOf(lines: readonly string[]): number[][] {
  const rows = buildRows(setText(lines)).map((row) => {
    const words = flatWordsOf(row);
    return { words, values: joinValues(words, lineHeight), y: centerOf(row), height: lineHeight };
  });
  return findColumns(rows).map(({ left, right }) => [
    Math.abs(Math.round(left / characterWidth)),
    Math.round(right / characterWidth),
  ]);
}

describe('findColumns', () => {
  it('finds the columns between gutters', () => {
    expect(columnsOf(['ab-12   green tea    3', 'cd-34   red wine    12', 'ef-56   water        7'])).toEqual(
      [
        [0, 5],
        [8, 17],
        [20, 22],
      ],
    );
  });

  it('ignores a heading across the columns', () => {
    const rows = Array.from({ length: 9 }, (_, index) => `item ${index}      ${index * 3 + 10}     kg`);
    expect(columnsOf(['a note as long as all the columns', ...rows])).toHaveLength(3);
  });

  it('finds a column that was detected together with its neighbor', () => {
    const rows = Array.from(
      { length: 6 },
      (_, index) => `item number ${index}   ${100 + index}.20 ${'AB'[index % 2]}`,
    );
    expect(columnsOf(rows)).toHaveLength(3);
  });

  it('keeps a unit with its number, and words that are aligned by chance', () => {
    const names = [
      'Sparkling water',
      'Caesar salad',
      'Flat white',
      'Club sandwich',
      'Roast beef',
      'Ice cream',
    ];
    const rows = names.map((name, index) => `${name.padEnd(20)}${index + 31},4 kg`);
    expect(columnsOf(rows)).toHaveLength(2);
  });
});
