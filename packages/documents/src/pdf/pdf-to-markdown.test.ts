import { makePdf, type PdfTextLine } from '@quern/testing/documents/make-documents';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../convert-document.ts';

/** `•` in the encoding of the font. */
const bullet = '\x95';
const prose = 'The mill is at the river and grinds the wheat of the whole valley in autumn.';

const markdownOf = async (...pages: PdfTextLine[][]) => (await convertDocument(makePdf(pages))).markdown;
/** Lines of 11 points with a distance of 14. */
const lines = (top: number, ...texts: (string | [text: string, x: number])[]): PdfTextLine[] =>
  texts.map((text, index) => {
    const [content, x] = typeof text === 'string' ? [text, 72] : text;
    return { text: content, x, y: top - index * 14 };
  });
const tableRow = (y: number, texts: readonly string[], distance = 120): PdfTextLine[] =>
  texts.map((text, index) => ({ text, x: 72 + index * distance, y }));

describe('convertDocument of a PDF', () => {
  it('takes no short sentence in a font a little larger than that of most text for a heading', async () => {
    const small = (top: number) =>
      lines(top, prose, prose, prose, prose).map((line) => ({ ...line, size: 9 }));
    const sentence = { text: 'Payable within thirty days.', y: 600, size: 10.5 };
    expect(await markdownOf([...small(700), sentence])).toMatch(/\n\nPayable within thirty days\.$/);
    const heading = { text: 'Terms of Payment', y: 600, size: 10.5 };
    expect(await markdownOf([...small(700), heading, ...small(580)])).toContain('# Terms of Payment');
  });

  it('finds the levels of headings by their font sizes, and the title in the first one', async () => {
    const document = await convertDocument(
      makePdf(
        [
          [
            { text: 'Mills of the', y: 780, size: 24 },
            { text: 'valley', y: 752, size: 24 },
            { text: '1. History', y: 720, size: 14 },
            ...lines(700, prose, prose),
            { text: 'Wheels', y: 660, size: 14 },
            ...lines(640, prose, 'Wheat', prose),
          ],
        ],
        'mills-final.docx',
      ),
    );
    expect(document.markdown).toMatch(
      /^# Mills of the valley\n\n## 1\. History\n\nThe mill [^\n]*\n\n## Wheels\n\nThe mill/,
    );
    expect(document.markdown).not.toMatch(/# Wheat/);
    expect(document.title).toBe('Mills of the valley');
  });

  it('nests list items by their indentation and joins their lines', async () => {
    const markdown = await markdownOf([
      ...lines(
        700,
        'Needed:',
        `${bullet} wheat that was grown on the fields near the river and dried in the sun and cut by`,
        ['hand', 80],
      ),
      { text: 'o', x: 90, y: 658 },
      { text: 'much of it', x: 108, y: 658 },
      { text: 'o', x: 90, y: 644 },
      { text: 'clean', x: 108, y: 644 },
      ...lines(630, `${bullet} water`),
      ...lines(600, '1. Open the gate.', '2. Wait.'),
    ]);
    expect(markdown).toBe(
      'Needed:\n\n- wheat that was grown on the fields near the river and dried in the sun and cut by hand\n' +
        '  - much of it\n  - clean\n- water\n\n1. Open the gate.\n2. Wait.',
    );
  });

  it('joins markers that are painted after the text to their items', async () => {
    const items = [...lines(700, ['first', 90], ['second', 90]), ...lines(700, [bullet, 80], [bullet, 80])];
    expect(await markdownOf(items)).toBe('- first\n- second');
  });

  it.each([
    ['a sentence that begins with a dash', ['- and then the wheel stopped.']],
    ['a date', ['Opened on', '3. May in the year of the flood.']],
    [
      'a dialog',
      [
        '- Who is there, said the miller at the door of the old house, and he waited for a long',
        'while.',
        '- Me.',
      ],
    ],
    ['one bold word', ['The', prose]],
  ])('makes no list and no heading out of %s', async (_, texts) => {
    expect(await markdownOf(lines(700, ...texts))).not.toMatch(/^(?:#|-|\d+\.) /m);
  });

  it('writes aligned columns as a table, which may lack cells and continue on the next page', async () => {
    const header = tableRow(700, ['Grain', 'kg', 'Price']);
    const markdown = await markdownOf(
      [...header, ...tableRow(684, ['Rye', '20', '1|5']), ...tableRow(668, ['Oats', '7', '9'])],
      [
        ...header,
        ...tableRow(684, ['Wheat', '8', '3']),
        { text: 'Total', x: 72, y: 668 },
        { text: '27', x: 312, y: 668 },
      ],
    );
    expect(markdown).toBe(
      '| Grain | kg | Price |\n| --- | --- | --- |\n| Rye | 20 | 1\\|5 |\n| Oats | 7 | 9 |\n| Wheat | 8 | 3 |\n| Total | | 27 |',
    );
  });

  it('keeps the lines of a table of contents', async () => {
    const contents = [
      '1 The mill and its wheel . . . . . . . . . . 7',
      '2 The miller at his work. . . . . . . . . . xi',
      'Index . . . . . . . . 9',
    ];
    expect(await markdownOf(lines(700, ...contents))).toBe(contents.join('\\\n'));
    const apart = [700, 686, 672].flatMap((y) => tableRow(y, ['Wheels', '. . . . . . . . . . . . . 7']));
    expect(await markdownOf(apart)).not.toContain('|');
  });

  it('makes no table out of two columns of prose, even if they are painted line by line', async () => {
    const column = [
      'the mill is at the old river',
      'and grinds all of the wheat',
      'which the whole valley has',
      'grown in the long summer',
    ];
    const page = column.flatMap((text, index) => tableRow(700 - index * 14, [text, text], 200));
    expect(await markdownOf(page)).not.toContain('|');
  });

  it('makes no table out of two lines with a gap', async () => {
    const page = [
      ...tableRow(700, ['Mill Lane 3', '3 May 2026'], 300),
      ...tableRow(686, ['Valley', 'Invoice 7'], 300),
    ];
    expect(await markdownOf(page)).not.toContain('|');
  });
});
