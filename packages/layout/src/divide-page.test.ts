import { describe, expect, it } from 'vitest';
import { dividePage } from './divide-page.ts';
import { setLines } from './fixtures/set-lines.ts';
import { groupRows } from './group-rows.ts';
import type { LayoutItem } from './layout-item.ts';

/** The lines of each region. */
const readRegions = (items: readonly LayoutItem[], options: { isRightToLeft?: boolean } = {}): string[][] =>
  dividePage({ items, ...options }).map((region) =>
    groupRows(region).map((row) => row.items.map(({ text }) => text).join(' ')),
  );

const columns = [
  [
    'The mill is at the river and grinds',
    'the wheat of the whole valley in the',
    'autumn, when the water is high and',
    'the wheel turns faster than before.',
  ],
  [
    'The miller rises before the sun and',
    'opens the gate of the old channel in',
    'the dark, so that the water runs to',
    'the wheel on all of the mornings.',
  ],
  [
    'In winter the river is frozen, so the',
    'mill stands still and the miller goes',
    'to the town, where his sister has an',
    'inn at the end of the bridge.',
  ],
] as const;
const set = (index: number, left: number, top: number) => setLines(columns[index] ?? [], { left, top });

describe('dividePage', () => {
  it('reads three columns below a heading, whatever the heights of their lines', () => {
    const page = [
      ...setLines(['A heading of the page that is above all columns'], { left: 60, top: 0, size: 16 }),
      ...set(2, 420, 43),
      ...set(0, 0, 40),
      ...set(1, 210, 45),
    ];
    const [heading, ...rest] = readRegions(page);
    expect(heading).toHaveLength(1);
    expect(rest).toEqual(columns);
  });

  it('reads three columns whose baselines are aligned', () => {
    expect(readRegions([...set(1, 210, 0), ...set(2, 420, 0), ...set(0, 0, 0)])).toEqual(columns);
  });

  it('reads the right column first from right to left', () => {
    const page = [...set(0, 0, 0), ...set(1, 210, 0)];
    expect(readRegions(page, { isRightToLeft: true })).toEqual([columns[1], columns[0]]);
  });

  it('does not divide the rows of a table', () => {
    const cells = [
      ['Rye flour', '20 kg', '31.20'],
      ['Oat flakes', '7 kg', '9.80'],
      ['Wheat', '8 kg', '12.00'],
      ['Barley', '31 kg', '27.90'],
    ];
    const table = cells.flatMap((row, index) =>
      row.flatMap((text, column) => setLines([text], { left: column * 120, top: index * 14 })),
    );
    expect(readRegions(table)).toEqual([cells.map((row) => row.join(' '))]);
  });

  it('reads a grid of cards row by row', () => {
    const card = (title: string, index: number, left: number, top: number) => [
      ...setLines([title], { left, top, isBold: true }),
      ...set(index, left, top + 14),
    ];
    const page = [
      ...card('Mill', 0, 0, 0),
      ...card('Miller', 1, 210, 0),
      ...card('Winter', 2, 0, 90),
      ...card('Autumn', 0, 210, 90),
      ...card('River', 1, 0, 180),
      ...card('Town', 2, 210, 180),
    ];
    expect(readRegions(page).map(([title]) => title)).toEqual([
      'Mill',
      'Miller',
      'Winter',
      'Autumn',
      'River',
      'Town',
    ]);
  });

  it('goes on in the same column below the caption of a picture across two', () => {
    const caption = setLines(['Figure 3. The mill in the year in which it was built'], {
      left: 60,
      top: 120,
      size: 8,
    });
    const halves = (index: number, left: number) => [
      ...setLines(columns[index]?.slice(0, 3) ?? [], { left, top: 0 }),
      ...setLines(
        ['as it did before, when all of the', 'farmers of the valley came to it', 'with what they had.'],
        {
          left,
          top: 150,
        },
      ),
    ];
    const lines = readRegions([...halves(0, 0), ...halves(1, 210), ...caption]).flat();
    expect(lines.indexOf('as it did before, when all of the')).toBe(3);
    expect(lines.at(-1)).toContain('Figure');
  });

  it('keeps an address apart from the numbers of an invoice next to it', () => {
    const address = setLines(['Daniel Okafor', '17 Harbour Road', 'Bristol'], { left: 0, top: 0 });
    const numbers = [
      ['Invoice', '71438'],
      ['Date', '09/06/2025'],
      ['Customer', 'AQ-4804'],
    ].flatMap(([label = '', value = ''], index) => [
      ...setLines([label], { left: 300, top: index * 12 }),
      ...setLines([value], { left: 400, top: index * 12 }),
    ]);
    expect(readRegions([...numbers, ...address])[0]).toEqual(['Daniel Okafor', '17 Harbour Road', 'Bristol']);
  });

  it('returns every item once, and none for an empty page', () => {
    expect(dividePage({ items: [] })).toEqual([]);
    const page = [...set(0, 0, 0), ...set(1, 210, 3), ...set(2, 100, 80)];
    const divided = dividePage({ items: page }).flat();
    expect(divided).toHaveLength(page.length);
    expect(new Set(divided)).toEqual(new Set(page));
  });

  it('accepts boxes without size and boxes on top of each other', () => {
    const box = { left: 0, right: 0, top: 0, bottom: 0, size: 0, text: '' };
    const page = Array.from({ length: 50 }, () => ({ ...box }));
    expect(dividePage({ items: page }).flat()).toHaveLength(50);
  });
});
