import { describe, expect, it } from 'vitest';
import { setText } from '../fixtures/set-text.ts';
import { buildRows } from '../segments/build-rows.ts';
import type { FlatSegment } from '../segments/segment.ts';
import { findTables } from './find-tables.ts';

const tablesOf = (segments: readonly FlatSegment[]) =>
  findTables(buildRows(segments)).map(({ rows }) => rows.map((cells) => cells.filter((text) => text !== '')));

describe('findTables', () => {
  it('reads the cells of an invoice without lines, also empty ones', () => {
    const [table] = findTables(
      buildRows(
        setText([
          'Item      Description          Qty   Discount    Amount',
          'FB-8035   Oak shelf board       13       10 %    510.64',
          'VC-2733   Desk lamp Orion        4                81.77',
          'UX-8300   Coffee beans          24        5 %    132.10',
        ]),
      ),
    );
    expect(table).toMatchObject({ from: 0, to: 4 });
    expect(table?.rows).toEqual([
      ['Item', 'Description', 'Qty', 'Discount', 'Amount'],
      ['FB-8035', 'Oak shelf board', '13', '10 %', '510.64'],
      ['VC-2733', 'Desk lamp Orion', '4', '', '81.77'],
      ['UX-8300', 'Coffee beans', '24', '5 %', '132.10'],
    ]);
  });

  it('joins a heading of two lines and the second line of a description', () => {
    const row = (top: number, ...lines: string[]) => setText(lines, { top, pitch: 36 });
    const segments = [
      ...row(0, 'Pos.  Bezeichnung        Menge    Betrag', '#     Description     Quantity    Amount'),
      ...row(100, '1     Tischlampe           4     81,77'),
      ...row(160, '2     Kaffee              24    132,10', '      ganze Bohnen'),
      ...row(256, '3     Regalboden          13    510,64'),
      ...row(316, '4     Kabel               11    110,00'),
    ];
    expect(tablesOf(segments)).toEqual([
      [
        ['Pos. #', 'Bezeichnung Description', 'Menge Quantity', 'Betrag Amount'],
        ['1', 'Tischlampe', '4', '81,77'],
        ['2', 'Kaffee ganze Bohnen', '24', '132,10'],
        ['3', 'Regalboden', '13', '510,64'],
        ['4', 'Kabel', '11', '110,00'],
      ],
    ]);
  });

  it('joins a description of two lines with amounts at half its height', () => {
    const heading = setText(['Description             Qty     Price']);
    const item = (top: number, description: string[], numbers: string) => [
      ...setText(description, { top, pitch: 34 }),
      ...setText([numbers], { top: top + 17 * (description.length - 1) }),
    ];
    const segments = [
      ...heading,
      ...item(60, ['Oak shelf board'], '                         13     10.00'),
      ...item(120, ['Desk lamp Orion', 'with cable and plug'], '                          2     20.00'),
      ...item(214, ['Coffee beans'], '                          1      5.00'),
      ...item(274, ['Site survey'], '                          1    100.00'),
    ];
    expect(tablesOf(segments)).toEqual([
      [
        ['Description', 'Qty', 'Price'],
        ['Oak shelf board', '13', '10.00'],
        ['Desk lamp Orion with cable and plug', '2', '20.00'],
        ['Coffee beans', '1', '5.00'],
        ['Site survey', '1', '100.00'],
      ],
    ]);
  });

  // Share of the free height above the cells of one line.
  it.each([
    ['top', 0],
    ['middle', 0.5],
    ['bottom', 1],
  ])('joins descriptions of several lines where cells are aligned at the %s', (_, share) => {
    const items = [
      { lines: ['Steel bolt M8 x', '40, zinc plated,', 'box of 100'], cells: ['1', '12', '14.50', '174.00'] },
      { lines: ['Washer'], cells: ['2', '300', '0.05', '15.00'] },
      { lines: ['Socket set, 46', 'pieces, in case'], cells: ['3', '2', '59.00', '118.00'] },
      { lines: ['Hammer'], cells: ['4', '5', '9.00', '45.00'] },
      { lines: ['Wood screws 4 x', '50, countersunk,', 'box of 200'], cells: ['5', '7', '8.00', '56.00'] },
    ];
    const segments = setText(['Pos.  Description             Qty     Price      Amount']);
    let top = 60;
    for (const { lines, cells } of items) {
      const [position = '', ...numbers] = cells;
      const text = position.padEnd(30) + numbers.map((cell) => cell.padEnd(9)).join('');
      const free = (lines.length - 1) * 36;
      segments.push(...setText([text], { top: top + free * share }));
      segments.push(
        ...setText(
          lines.map((line) => `      ${line}`),
          { top, pitch: 36 },
        ),
      );
      top += free + 60;
    }
    expect(tablesOf(segments)).toEqual([
      [
        ['Pos.', 'Description', 'Qty', 'Price', 'Amount'],
        ...items.map(({ lines, cells }) => cells.toSpliced(1, 0, lines.join(' '))),
      ],
    ]);
  });

  it('keeps headings between rows apart, although they are nearer to the row below', () => {
    const segments = ['Hot drinks', 'Cold drinks', 'Wine'].flatMap((heading, index) => [
      ...setText([heading], { top: index * 130 }),
      ...setText([`House special           0.${index + 2} l    ${index + 3}.50`], { top: index * 130 + 50 }),
    ]);
    expect(tablesOf(segments)).toEqual([
      [
        ['House special', '0.2 l', '3.50'],
        ['Cold drinks'],
        ['House special', '0.3 l', '4.50'],
        ['Wine'],
        ['House special', '0.4 l', '5.50'],
      ],
    ]);
  });

  it('keeps groups of digits and currencies in their cell', () => {
    const lines = [
      '12.03.2025  Transfer Durand      2 359,63 €   3 615,79 €',
      '15.03.2025  Direct debit Fabre      86,91 €   3 528,88 €',
      '18.03.2025  Card Garnier           235,86 €   5 082,97 €',
      '20.03.2025  Transfer Beaumont      228,96 €   4 854,01 €',
      '23.03.2025  Direct debit Nord      272,53 €   4 497,63 €',
      '26.03.2025  Direct debit Petit     168,68 €   4 328,95 €',
      '28.03.2025  Transfer Roux          298,19 €   4 627,14 €',
    ];
    expect(tablesOf(setText(lines))).toEqual([lines.map((line) => line.split(/ {2,}/))]);
  });

  it('divides two numbers of different columns that were detected as one segment', () => {
    const lines = [
      'Oak shelf board     8     69.29      554.32',
      'Desk lamp Orion     6     95.34      572.04',
      'Coffee beans        2     28.31       56.62',
      'Copper pipe       183  1,100.02 1,218,303.66',
    ];
    expect(tablesOf(setText(lines))[0]?.at(-1)).toEqual(['Copper pipe', '183', '1,100.02', '1,218,303.66']);
  });

  it('finds pairs of labels and values whose columns overlap', () => {
    expect(
      tablesOf(
        setText(['Invoice no.          71438', 'Date            09/06/2025', 'Customer number  AQ-4804']),
      ),
    ).toEqual([
      [
        ['Invoice no.', '71438'],
        ['Date', '09/06/2025'],
        ['Customer number', 'AQ-4804'],
      ],
    ]);
  });

  it('separates a list of totals from the table above it', () => {
    const items = setText([
      '2  Sparkling water   14.80',
      '1  Caesar salad      19.40',
      '3  Flat white        50.60',
    ]);
    const totals = setText(['CASH                 90.00', 'AMOUNT DUE           84.80'], { top: 140 });
    expect(tablesOf([...items, ...totals])).toEqual([
      [
        ['2', 'Sparkling water', '14.80'],
        ['1', 'Caesar salad', '19.40'],
        ['3', 'Flat white', '50.60'],
      ],
      [
        ['CASH', '90.00'],
        ['AMOUNT DUE', '84.80'],
      ],
    ]);
  });

  it('does not take lines of text for a table', () => {
    const lines = [
      'Please pay within 14 days by bank',
      'transfer to the account below and',
      'quote the number of the invoice.',
    ];
    expect(tablesOf(setText(lines))).toEqual([]);
  });

  it('does not take a terminal for a table, where text crosses the columns of a listing', () => {
    const lines = [
      'drwxr-xr-x   5   user  staff   160  notes',
      'cat notes/todo.txt and more files | sort',
      'drwxr-xr-x  12   user  staff   384  drafts',
      'error: no such file or folder was found there',
      '-rw-r--r--   1   user  staff  1204  package',
    ];
    expect(tablesOf(setText(lines))).toEqual([]);
    expect(tablesOf(setText(lines.filter((_, index) => index % 2 === 0)))).toHaveLength(1);
  });

  it('does not take numbers with captions on a dashboard for a table', () => {
    const cards = [
      ...setText(['1,204            87            99.9%'], { height: 60 }),
      ...setText(['Active users     Open orders   Uptime'], { top: 64 }),
    ];
    expect(tablesOf(cards)).toEqual([]);
  });

  it('does not take the labels and fields of a form for a table', () => {
    const lines = [
      { top: 0, text: 'Full name                   E-mail' },
      { top: 60, text: 'Ada Lovelace                ada@example.com' },
      { top: 130, text: 'Role                        Notifications' },
      { top: 190, text: 'Administrator V             Send a welcome email' },
      { top: 280, text: 'Cancel                      Save changes' },
    ];
    const form = lines.flatMap(({ top, text }) => setText([text], { top }));
    expect(tablesOf(form)).toEqual([]);
    expect(tablesOf(setText(lines.map(({ text }) => text)))).toHaveLength(1);
  });

  it('does not take text with one separate letter for a table', () => {
    const lines = [
      'costs had risen by eleven percent since spri   g',
      'meeting will be held next month to review',
      'choose one of them            12',
      'Meanwhile the school prepares a concert',
      'pupils    take part this year, the youngest',
    ];
    expect(tablesOf(setText(lines))).toEqual([]);
  });
});
