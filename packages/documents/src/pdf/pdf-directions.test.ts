import { makePdfOfContent } from '@quern/testing/documents/make-documents';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../convert-document.ts';
import { composeLines } from './lines/compose-lines.ts';

const show = (text: string, matrix: string, size = 11) => `BT /F1 ${size} Tf ${matrix} Tm (${text}) Tj ET`;
const markdownOf = async (...content: string[]) =>
  (await convertDocument(makePdfOfContent(content.join('\n')))).markdown;

describe('text in other directions', () => {
  it('is read upright on a page that is turned', async () => {
    const markdown = await markdownOf(
      show('The mill is at the river and grinds the wheat of', '0 1 -1 0 100 72'),
      show('the whole valley.', '0 1 -1 0 114 72'),
    );
    expect(markdown).toBe('The mill is at the river and grinds the wheat of the whole valley.');
  });

  const cell = (text: string, x: number, y: number) => show(text, `0 1 -1 0 ${x} ${y}`);
  /** A table of four rows that is turned to the left, between x 100 and 150. */
  const sideways = [
    ['Grain', 'Sacks', 'Price'],
    ['Rye', '12', '2.40'],
    ['Oats', '7', '3.10'],
    ['Spelt', '31', '4.00'],
  ].flatMap((row, index) => row.map((text, column) => cell(text, 100 + index * 16, 300 + column * 110)));
  const line = (text: string, y: number) => show(text, `1 0 0 1 72 ${y}`);
  const table =
    '| Grain | Sacks | Price |\n| --- | --- | --- |\n| Rye | 12 | 2.40 |\n| Oats | 7 | 3.10 |\n| Spelt | 31 | 4.00 |';

  it('is a table in its place between upright lines', async () => {
    const before = ['The mill is at the river and', 'grinds the wheat of the', 'whole valley in autumn.'];
    const markdown = await markdownOf(
      ...before.map((text, index) => line(text, 760 - index * 14)),
      ...sideways,
      line('In winter it stands still.', 200),
    );
    expect(markdown).toBe(`${before.join(' ')}\n\n${table}\n\nIn winter it stands still.`);
  });

  it('follows an upright title on a page that is turned', async () => {
    expect(await markdownOf(line('Grain of the year', 760), ...sideways)).toBe(
      `Grain of the year\n\n${table}`,
    );
  });

  it('comes last if it is a label', async () => {
    const markdown = await markdownOf(
      line('The mill is at the river and grinds the wheat of the valley.', 700),
      cell('Sacks a year', 60, 500),
      line('In winter it stands still.', 300),
    );
    expect(markdown).toMatch(/valley\.\n\nIn winter it stands still\.\n\nSacks a year$/);
  });

  it('is left out if it is slanted, as a watermark is', async () => {
    const markdown = await markdownOf(
      show('DRAFT', '0.7 0.7 -0.7 0.7 200 300', 90),
      show('The mill is at the river.', '1 0 0 1 72 700'),
    );
    expect(markdown).toBe('The mill is at the river.');
  });

  it('is read from right to left in Hebrew, with numbers from left to right', () => {
    const look = { fontName: 'Test', isBold: false, isItalic: false, isMonospaced: false };
    const place = {
      top: 90,
      bottom: 102,
      baseline: 100,
      size: 10,
      look,
      isAttached: false,
      markedContentId: -1,
    };
    const words = [
      { text: 'הנהר', left: 72, right: 95, ...place },
      { text: '2025', left: 99, right: 120, ...place },
      { text: '12', left: 124, right: 134, ...place },
      { text: 'הטחנה', left: 140, right: 170, ...place },
    ];
    expect(composeLines(words, 1).map(({ text }) => text)).toEqual(['הטחנה 2025 12 הנהר']);
  });
});
