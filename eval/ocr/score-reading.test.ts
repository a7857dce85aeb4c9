import { describe, expect, it } from 'vitest';
import { scoreReading, scoreRows, summarizeCalibration } from './score-reading.ts';
import type { TruthImage } from './sets/image-sets.ts';

const image: TruthImage = {
  name: 'a.png',
  language: 'en',
  readBytes: () => new Uint8Array(),
  text: 'Item Amount\nTea 2.00\nsoup of\nthe day 5.50\nTotal 7.50',
  rows: [
    { cells: ['Tea', '2.00'], lines: [['Tea', '2.00']], isTable: true },
    {
      cells: ['soup of the day', '5.50'],
      lines: [['soup of', '5.50'], ['the day']],
      isTable: true,
    },
    { cells: ['Total', '7.50'], lines: [['Total', '7.50']], isTable: false },
  ],
};

describe('scoreReading', () => {
  it('ignores case only in the folded error rate, and characters that cannot be seen everywhere', () => {
    const score = scoreReading({ text: 'me\u200cA', cpuSeconds: 1 }, { ...image, text: 'mea' });
    expect(score.characterErrorRate).toBeCloseTo(1 / 3, 10);
    expect(score.foldedErrorRate).toBe(0);
    expect(score.characters).toBeUndefined();
  });

  it('compares composed and decomposed letters as equal', () => {
    const score = scoreReading(
      { text: 'cafe\u0301', confidence: 1, cpuSeconds: 1 },
      { ...image, text: 'café' },
    );
    expect(score.characterErrorRate).toBe(0);
    const thai = { text: 'น\u0e4d\u0e32', cpuSeconds: 1 };
    expect(scoreReading(thai, { ...image, text: 'น\u0e33' }).characterErrorRate).toBe(0);
    expect(summarizeCalibration([score])).toMatchObject({ pages: 1, characterGap: 0, wordGap: 0 });
  });
});

describe('scoreRows', () => {
  const reading = { text: 'Tea 2.00\nTotal 7.50', cpuSeconds: 1 };

  it('counts rows of tables only as rows, and labels with values also as lines', () => {
    expect(scoreRows(reading, image)).toEqual({ rows: 3, exact: 1, exactCells: 0, exactText: 2 });
    const tables = [[['Tea', '2.00']], [['Total', '7.50']]];
    expect(scoreRows({ ...reading, tables }, image)).toMatchObject({ exact: 2, exactCells: 2 });
  });

  it('accepts a cell of several lines as one row or as one row for each line', () => {
    const merged = [[['soup of the day', '5.50']]];
    const split = [
      [
        ['soup of', '5.50'],
        ['the day', ''],
      ],
    ];
    expect(scoreRows({ ...reading, tables: merged }, image)).toMatchObject({ exact: 2, exactCells: 1 });
    expect(scoreRows({ ...reading, tables: split }, image)).toMatchObject({ exact: 2, exactCells: 0 });
  });

  it('counts row text from the lines that a reader joins for each row', () => {
    expect(scoreRows({ ...reading, text: 'Tea\n2.00', rowText: 'Tea   2.00' }, image).exactText).toBe(1);
  });
});
