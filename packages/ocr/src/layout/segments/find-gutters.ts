import { type Box, groupRows, type LayoutItem } from '@quern/layout';
import { quantile } from '../../geometry/quantile.ts';
import { median } from './segment.ts';
import type { WordGap } from './split-segment.ts';

/** Columns have at least this many rows. */
const rowsMin = 5;
/** Columns next to each other are apart by at most this many font sizes, and share this part of the lower one's height. */
const [widthMax, sharedMin] = [3, 0.5];
/** The most common edge of the rows of a column: few reach beyond it by the noise of the network's time steps. */
const edgeShare = 0.9;
/** A gap between words covers a gutter within this part of the font size. */
const tolerance = 0.3;
/** A line belongs to columns that end within this many font sizes above or below it, */
const reach = 2;
/** and whose text is as large within this factor. */
const sizeRatio = 1.2;
/** A line across one gutter only is split where the gap is wider than its other gaps by this factor. */
const widerMin = 1.25;

/** The white space between two columns of rows. */
export interface Gutter extends Box {
  /** Size of the font of the columns. */
  readonly size: number;
  /** The height at which both columns have lines; its own is that of the longer one. */
  readonly shared: Pick<Box, 'top' | 'bottom'>;
}

/** Finds the gutters between regions that are next to each other. */
export function findGutters(regions: readonly (readonly LayoutItem[])[]): Gutter[] {
  const columns = regions.flatMap((region) => {
    const rows = groupRows(region);
    if (rows.length < rowsMin) return [];
    return [
      {
        left: quantile(
          rows.map(({ left }) => left),
          1 - edgeShare,
        ),
        right: quantile(
          rows.map(({ right }) => right),
          edgeShare,
        ),
        top: Math.min(...rows.map(({ top }) => top)),
        bottom: Math.max(...rows.map(({ bottom }) => bottom)),
        size: median(rows.map(({ size }) => size)),
      },
    ];
  });
  return columns.flatMap((before) =>
    columns.flatMap((after): Gutter[] => {
      const { size } = before;
      const [top, bottom] = [Math.min(before.top, after.top), Math.max(before.bottom, after.bottom)];
      const shared = { top: Math.max(before.top, after.top), bottom: Math.min(before.bottom, after.bottom) };
      const lower = Math.min(before.bottom - before.top, after.bottom - after.top);
      const width = after.left - before.right;
      const isNext = width > 0 && width < widthMax * size && shared.bottom - shared.top > sharedMin * lower;
      return isNext ? [{ left: before.right, right: after.left, top, bottom, size, shared }] : [];
    }),
  );
}

/**
 * Finds the gaps of a line that are gutters of the columns around it: the first and last lines of columns, which have too
 * few others above or below to show columns by themselves. Text that spans columns has words in most of their gutters.
 *
 * @param words of the line, from left to right
 */
export function gapsAtGutters(words: readonly LayoutItem[], gutters: readonly Gutter[]): WordGap[] {
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return [];
  const crossed = gutters.filter(
    (gutter) => first.right < gutter.right && last.left > gutter.left && isNear(first, gutter),
  );
  const gaps = words
    .slice(1)
    .map((word, index): WordGap => ({ left: words[index]?.right ?? word.left, right: word.left }));
  const covering = crossed.map(({ left, right, size }) =>
    gaps.find((gap) => gap.left < left + tolerance * size && gap.right > right - tolerance * size),
  );
  const found = new Set(covering.filter((gap) => gap !== undefined));
  if (found.size <= covering.filter((gap) => gap === undefined).length) return [];
  const isAmid = crossed.some(({ shared }) => first.top > shared.top && first.bottom < shared.bottom);
  if (found.size > 1 || isAmid) return [...found];
  const others = median(gaps.filter((gap) => !found.has(gap)).map(widthOf));
  return [...found].filter((gap) => widthOf(gap) >= widerMin * others);
}

const widthOf = ({ left, right }: WordGap): number => right - left;

/** Whether text is as large as columns, and next to or between their lines. */
function isNear({ top, bottom, size }: LayoutItem, gutter: Gutter): boolean {
  const distance = reach * Math.max(size, gutter.size);
  const isAlike = Math.max(size, gutter.size) < sizeRatio * Math.min(size, gutter.size);
  return isAlike && bottom > gutter.top - distance && top < gutter.bottom + distance;
}
