import { describe, expect, it } from 'vitest';
import { type Setting, setText, textsOf } from './fixtures/set-text.ts';
import { orderBlocks } from './order-blocks.ts';
import { buildRows } from './segments/build-rows.ts';
import type { FlatSegment } from './segments/segment.ts';

const shift = (segments: readonly FlatSegment[], by: number): FlatSegment[] =>
  segments.map((segment) => ({ ...segment, left: segment.left + by, right: segment.right + by }));
/** Moves the text after a number of characters by the width of one. */
const widenGap = (flat: FlatSegment, at: number): FlatSegment => ({
  ...flat,
  right: flat.right + 10,
  segment: {
    ...flat.segment,
    stripWidth: flat.segment.stripWidth + 16,
    characters: flat.segment.characters.map((character, index) =>
      index <= at
        ? character
        : { ...character, firstStep: character.firstStep + 2, lastStep: character.lastStep + 2 },
    ),
  },
});
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
    const lefts = [
      'the mill is at the river',
      'it grinds all of the whe',
      'at of the valley in autu',
      'mn when water is high on',
    ];
    const rights = [
      'the miller opens a gate',
      'of the old channel early',
      'so that the wheel turns,',
      'which he likes to see now',
    ];
    const page = lefts.flatMap((text, index) => {
      const joined = setText([`${text}${' '}${rights[index]}`], { top: index * 40 });
      const apart = setText([`${text}  ${rights[index]}`], { top: index * 40 });
      return index === 1 ? joined.map((segment) => widenGap(segment, text.length)) : apart;
    });
    const more = [4, 5, 6, 7].flatMap((row) =>
      setText([`${lefts[row - 4]}  ${rights[row - 4]}`], { top: row * 40 }),
    );
    const blocks = readBlocks([...page, ...more]);
    expect(blocks).toEqual([
      [...lefts, ...lefts],
      [...rights, ...rights],
    ]);
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
