import { describe, expect, it } from 'vitest';
import type { Line } from '../lines/line.ts';
import type { TableElementCell } from '../lines/page-element.ts';
import { splitUnruledRows } from './split-unruled-rows.ts';

/** A cell whose lines are at numbered places; `_` is a place without a line. */
function cell(...texts: readonly string[]): TableElementCell {
  const lines = texts.flatMap((text, index) =>
    text === '_' ? [] : [{ text, baseline: 100 + index * 12, size: 10 } as unknown as Line],
  );
  return { lines, isRepeated: false };
}

const split = (...row: readonly TableElementCell[]): string[][] =>
  splitUnruledRows([row]).map((cells) => cells.map(({ lines }) => lines.map(({ text }) => text).join(' ')));

describe('splitUnruledRows', () => {
  it('begins a row at each baseline that most columns share', () => {
    expect(
      split(
        cell('1', '_', '_', '2', '3'),
        cell('Bench', 'of oak', 'with a drawer', 'Clamp', 'Saw'),
        cell('pcs', '_', '_', 'set', 'pcs'),
        cell('835.00', '_', '_', '47.50', '€ 12.00'),
      ),
    ).toEqual([
      ['1', 'Bench of oak with a drawer', 'pcs', '835.00'],
      ['2', 'Clamp', 'set', '47.50'],
      ['3', 'Saw', 'pcs', '€ 12.00'],
    ]);
  });

  it('splits lists of texts from three rows on', () => {
    expect(split(cell('a', 'b', 'c'), cell('d', 'e', 'f'))).toEqual([
      ['a', 'd'],
      ['b', 'e'],
      ['c', 'f'],
    ]);
    expect(split(cell('Unit', 'price'), cell('Net', 'amount'))).toHaveLength(1);
  });

  it('keeps rows whose cells have several lines of text, and texts next to a single number', () => {
    expect(split(cell('Bench', 'of oak'), cell('with', 'drawers'), cell('1', '_'))).toHaveLength(1);
    expect(split(cell('first line', 'second line', 'third line'), cell('12', '_', '_'))).toHaveLength(1);
    expect(split(cell('_', '1', '2'), cell('above', 'text', 'more'), cell('_', '3', '4'))).toHaveLength(1);
    expect(split(cell('1', '2'))).toHaveLength(1);
  });

  it('lets cells be empty', () => {
    expect(split(cell('1', '2', '3'), cell('7.00', '_', '9.00'), cell('Oak', 'Ash', '_'))).toEqual([
      ['1', '7.00', 'Oak'],
      ['2', '', 'Ash'],
      ['3', '9.00', ''],
    ]);
  });
});
