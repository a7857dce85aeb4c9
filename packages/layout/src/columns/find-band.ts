import { type LayoutItem, medianOf, type Row } from '../layout-item.ts';
import type { ColumnCut } from './find-columns.ts';

/** Text that is larger than most by this factor is a heading. */
const headingSize = 1.1;
/** Headings this large, or below as much white space, begin a band alone: others may be at one height by chance. */
const [clearSize, clearGap] = [1.35, 1.6];
/** White space above a band, in parts of the font size. */
const gapMin = 0.45;
/** Overlap of a heading with the text below it, in parts of the font size: boxes of lines are higher than letters. */
const overlapMax = 0.35;
/** Rows of different columns whose middles differ by less than this part of the font size are at one height. */
const sameHeight = 0.25;

/**
 * Finds the row at which new text begins in all columns next to a cut: the headlines of further articles, or the next row
 * of a grid of cards. There is white space above it over the whole width, and a heading on both sides of the cut.
 *
 * @returns index of the row; undefined where the columns go on as far as the cut
 */
export function findBand(rows: readonly Row<LayoutItem>[], { x, start, end }: ColumnCut): number | undefined {
  const size = medianOf(rows.map((row) => row.size));
  const isBoldUsual = rows.filter(isBold).length > rows.length / 2;
  const isHeading = (items: readonly LayoutItem[]): boolean =>
    items.every((item) => item.size > headingSize * size) ||
    (!isBoldUsual && items.every((item) => item.isBold === true));
  const tops = suffixTops(rows);
  let bottom = -Infinity;
  let found: number | undefined;
  let [common, single] = [0, 0];
  for (const [index, row] of rows.entries()) {
    const isOpen = (tops[index] ?? Infinity) - bottom > gapMin * size;
    const bottomAbove = bottom;
    bottom = Math.max(bottom, row.bottom);
    if (index <= start || index >= end) continue;
    const first = rows.slice(index, index + 4).filter(({ y }) => y - row.y < sameHeight * size);
    const items = first.flatMap((other) => other.items);
    const isBoth =
      items.some(({ left }) => left < x) && items.some(({ right }) => right > x) && areLevel(items, x, size);
    const isAlone =
      (tops[index + 1] ?? 0) > row.bottom - overlapMax * size &&
      beginTogether(rows.slice(index + 1), x, size);
    if (isOpen && (isBoth || isAlone) && isHeading(items) && haveBothSides(rows, index, { x, start, end })) {
      const isClear = bottomAbove < row.top - clearGap * size || row.size > clearSize * size;
      found ??= index;
      common += isClear ? 2 : 1;
    } else if (!isBoth && !isAlone && isHeading(items)) single += 1;
  }
  return common >= Math.max(2, single) ? found : undefined;
}

/** Whether the items on both sides of a place are at one height. */
function areLevel(items: readonly LayoutItem[], x: number, size: number): boolean {
  const middleOf = (side: readonly LayoutItem[]): number =>
    medianOf(side.map(({ top, bottom }) => (top + bottom) / 2));
  const [left, right] = [items.filter((item) => item.left < x), items.filter((item) => item.left >= x)];
  return (
    left.length === 0 || right.length === 0 || Math.abs(middleOf(left) - middleOf(right)) < sameHeight * size
  );
}

/** Whether the first lines on both sides of a place are at one height. */
function beginTogether(rows: readonly Row<LayoutItem>[], x: number, size: number): boolean {
  const left = rows.find((row) => row.left < x);
  const right = rows.find((row) => row.right > x);
  return left !== undefined && right !== undefined && Math.abs(left.y - right.y) < sameHeight * size;
}

/** Whether both columns have text above and below a row. */
function haveBothSides(
  rows: readonly Row<LayoutItem>[],
  index: number,
  { x, start, end }: ColumnCut,
): boolean {
  return [rows.slice(start, index), rows.slice(index + 1, end)].every(
    (part) => part.some(({ left }) => left < x) && part.some(({ right }) => right > x),
  );
}

const isBold = ({ items }: Row<LayoutItem>): boolean => items.every((item) => item.isBold === true);

/** The top of all rows from each one on. */
function suffixTops(rows: readonly Row<LayoutItem>[]): number[] {
  const tops: number[] = [];
  let top = Infinity;
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    top = Math.min(top, rows[index]?.top ?? Infinity);
    tops[index] = top;
  }
  return tops;
}
