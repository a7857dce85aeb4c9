import { describe, expect, it } from 'vitest';
import { type Setting, setText, textsOf } from './fixtures/set-text.ts';
import { orderBlocks } from './order-blocks.ts';
import { buildRows } from './segments/build-rows.ts';
import type { FlatSegment } from './segments/segment.ts';

const shift = (segments: readonly FlatSegment[], by: number): FlatSegment[] =>
  segments.map((segment) => ({ ...segment, left: segment.left + by, right: segment.right + by }));
/** Moves the text after a number of characters by time steps; two are as wide as a character. */
const widenGap = (flat: FlatSegment, at: number, by = 2): FlatSegment => ({
  ...flat,
  right: flat.right + by * 5,
  segment: {
    ...flat.segment,
    stripWidth: flat.segment.stripWidth + by * 8,
    characters: flat.segment.characters.map((character, index) =>
      index <= at
        ? character
        : { ...character, firstStep: character.firstStep + by, lastStep: character.lastStep + by },
    ),
  },
});
/** Widens all spaces, as justification does. */
const widenSpaces = (flat: FlatSegment): FlatSegment =>
  flat.segment.characters.reduce(
    (widened, { text }, index) => (text === ' ' ? widenGap(widened, index, 1) : widened),
    flat,
  );
/** The lines of each block. */
const readBlocks = (segments: readonly FlatSegment[], isRightToLeft = false): string[][] =>
  orderBlocks(segments, isRightToLeft).map((block) =>
    textsOf(buildRows(block)).map((row) => row.join(' | ')),
  );
const column = (name: string, setting?: Setting) =>
  setText(
    Array.from({ length: 6 }, (_, index) => `The ${name} column in line ${'abcdef'[index]} of prose`),
    setting,
  );
const lefts = [
  'the mill is at the river',
  'it grinds all of the whe',
  'at of the valley in autu',
  'mn when water is high on',
  'its banks, and the grain',
  'comes by boat from farms',
  'all of its bank, and a',
  'that are above the gorge',
  'few from below the dam',
  'whose fields are smaller',
  'and whose roads are bad,',
  'so that the boat is used',
  'for flour on its way out',
  'to the farms, and so are',
  'the carts of this place.',
];
const rights = [
  'the miller opens a gate',
  'of the old channel early',
  'so that the wheel turns,',
  'which he likes to see now',
  'as much as he did when he',
  'was a boy and carried the',
  'as much as in a year or',
  'sacks up to the loft with',
  'two before the new stone',
  'was set, which is of lava',
  'from the quarries in the',
  'north and turns more even',
  'than the old one, though',
  'it needs to be dressed as',
  'often as that of granite.',
];
/** Sets two close columns, of which the lines of one row are joined. */
const setColumns = (
  joinedRow?: number,
  change: (flat: FlatSegment, at: number) => FlatSegment = (flat) => flat,
): FlatSegment[] =>
  [...lefts.keys()].flatMap((row) => {
    const [left = '', right = ''] = [lefts[row], rights[row]];
    const setting = { top: row * 40 };
    if (row !== joinedRow) return setText([left.padEnd(26) + right], setting);
    return setText([`${left} ${right}`], setting).map((segment) => change(segment, left.length));
  });
const letterhead = setText(['Maple Ridge Hardware', '48 Mill Lane, Leeds'], { pitch: 36 });
const numbers = shift(
  setText(['Invoice no.      71438', 'Date        09/06/2025', 'Customer       AQ-4804']),
  600,
);

describe('orderBlocks', () => {
  it('reads the columns of prose one after the other, with the heading first', () => {
    const heading = setText(['A heading across both columns of this newspaper page'], { top: -80 });
    const page = [...heading, ...shift(column('right', { top: 12 }), 420), ...column('left')];
    const lines = readBlocks(page).flat();
    expect(lines[0]).toContain('heading');
    expect(lines.slice(1, 7).every((line) => line.includes('left'))).toBe(true);
    expect(lines.slice(7).every((line) => line.includes('right'))).toBe(true);
  });

  it('reads the right column first in scripts from right to left', () => {
    const lines = readBlocks([...column('left'), ...shift(column('right'), 420)], true).flat();
    expect(lines[0]).toContain('right');
  });

  it('splits lines that were detected across two close columns', () => {
    expect(readBlocks(setColumns(1, widenGap))).toEqual([lefts, rights]);
  });

  it('splits the first and the last line of close columns, above and below which there are none', () => {
    const widen = (flat: FlatSegment, at: number) => widenGap(flat, at, 1);
    expect(readBlocks(setColumns(0, widen))).toEqual([lefts, rights]);
    expect(readBlocks(setColumns(14, widen))).toEqual([lefts, rights]);
  });

  it('splits a line amid close columns whose gap is as wide as its spaces', () => {
    expect(readBlocks(setColumns(6, widenSpaces))).toEqual([lefts, rights]);
  });

  it('keeps a line above close columns together that has a space above their gutter', () => {
    const line = 'what is written here is for all: the text is not of one column';
    const blocks = readBlocks([...setText([line], { top: -40 }), ...setColumns()]);
    expect(blocks.flat()[0]).toBe(line);
    expect(blocks.flat().slice(1)).toEqual([...lefts, ...rights]);
  });

  it('does not divide the rows of a table', () => {
    const table = setText([
      'Description                Qty     Amount',
      'Oak shelf board             13     510.64',
      'Desk lamp Orion              4      81.77',
      'Coffee beans Arabica        24     132.10',
    ]);
    expect(readBlocks(table)).toHaveLength(1);
  });

  it('reads a letterhead before the numbers of the invoice next to it', () => {
    expect(readBlocks([...letterhead, ...numbers])).toEqual([
      ['Maple Ridge Hardware', '48 Mill Lane, Leeds'],
      ['Invoice no. | 71438', 'Date | 09/06/2025', 'Customer | AQ-4804'],
    ]);
  });

  it('separates an address from numbers whose lines are at the same heights', () => {
    const address = setText(['Daniel Okafor', '17 Harbour Road', 'Bristol BS1 5TR']);
    expect(readBlocks([...address, ...numbers]).map((lines) => lines[0])).toEqual([
      'Daniel Okafor',
      'Invoice no. | 71438',
    ]);
  });

  it('leaves the paragraph below a letterhead below the numbers next to it', () => {
    const recipient = setText(['Bill to', 'Daniel Okafor'], { top: 118 });
    const blocks = readBlocks([...letterhead, ...numbers, ...recipient]);
    expect(blocks.map(([first]) => first)).toEqual([
      'Maple Ridge Hardware',
      'Invoice no. | 71438',
      'Bill to',
    ]);
  });

  it('keeps labels and values together', () => {
    const totals = setText([
      'Subtotal            $82,514.23',
      'Sales tax            $6,807.42',
      'Total              $89,321.65',
    ]);
    expect(readBlocks(totals)).toHaveLength(1);
  });
});
