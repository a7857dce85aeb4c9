import { makePdf, type PdfTextLine } from '@quern/testing/documents/make-documents';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../../convert-document.ts';

const lines = [
  'The miller keeps a book of all sacks that come to the mill, with the name of',
  'the farmer, the weight before the grinding and the weight of the flour. Who',
  'brings more than ten sacks in a week tells the miller two days before, so that',
  'the wheel can run through the night. The price of the grinding is one sack out',
  'of sixteen, or the value of that sack in money on the day of the delivery. In',
  'years of drought the council sets another price, which is written on the door.',
  'No one waits longer than three days for flour from grain that was dry. Grain',
  'that is wet is dried on the floor of the mill at the cost of its owner.',
];
/** Numbers the lines that a function chooses, right-aligned at the left margin or where it says. */
function numbered(
  numbers: (index: number) => number | undefined,
  x = 60,
  texts: readonly string[] = lines,
): PdfTextLine[] {
  return texts.flatMap((text, index) => {
    const y = 700 - index * 14;
    const number = numbers(index);
    const line = { text, x: 90, y };
    return number === undefined
      ? [line]
      : [{ text: String(number), x: x - 6 * String(number).length, y }, line];
  });
}
const markdownOf = async (...pages: PdfTextLine[][]) =>
  (await convertDocument(makePdf(pages))).markdown.replace(/\n+/g, ' ');
const prose = lines.join(' ');

describe('convertDocument of a PDF with numbered lines', () => {
  it('removes a number on each line, from any number on, also at the right margin', async () => {
    expect(await markdownOf(numbered((index) => index + 1))).toBe(prose);
    expect(await markdownOf(numbered((index) => index + 97))).toBe(prose);
    expect(await markdownOf(numbered((index) => index + 1, 540))).toBe(prose);
  });

  it('removes a number on every second line', async () => {
    expect(await markdownOf(numbered((index) => (index % 2 === 1 ? index + 1 : undefined)))).toBe(prose);
  });

  it('removes the numbers of a short last page, and of pages that restart at one', async () => {
    const others = lines.toReversed();
    const first = numbered((index) => index + 1);
    const last = numbered((index) => index + 9, 60, others.slice(0, 2));
    expect(await markdownOf(first, last)).toBe(`${prose} ${others.slice(0, 2).join(' ')}`);
    const restarted = numbered((index) => index + 1, 60, others);
    expect(await markdownOf(first, restarted)).toBe(`${prose} ${others.join(' ')}`);
  });

  it('keeps the ranks of a table and of short names, numbers in lists, and years', async () => {
    const names = ['Oak', 'Ash', 'Elm', 'Beech', 'Birch', 'Maple', 'Pine'];
    const ranks = names.flatMap((name, index) => [
      { text: String(index + 1), x: 60, y: 700 - index * 14 },
      { text: name, x: 90, y: 700 - index * 14 },
    ]);
    const table = ranks.concat(
      names.map((_, index) => ({ text: String(40 + index * 3), x: 400, y: 700 - index * 14 })),
    );
    for (const page of [ranks, table]) {
      const markdown = await markdownOf(page);
      for (const [index, name] of names.entries())
        expect(markdown).toMatch(new RegExp(`${index + 1}\\W+${name}`));
    }
    const years = numbered((index) => 1900 + index * 7);
    expect(await markdownOf(years)).toContain('1907');
  });
});
