import { type Box, groupRows, type LayoutItem } from '@quern/layout';
import { quantile } from '../../geometry/quantile.ts';
import { median } from './segment.ts';

/** Columns have at least this many rows. */
const rowsMin = 5;
/** Columns next to each other are apart by at most this many font sizes, and share this part of the lower one's height. */
const [widthMax, sharedMin] = [3, 0.5];
/** The most common edge of the rows of a column: few reach beyond it by the noise of the network's time steps. */
const edgeShare = 0.9;
/** Text is as large as that of columns within this factor. */
const sizeRatio = 1.2;

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

/** Whether text may be that of columns. */
export const areAlike = (a: { readonly size: number }, b: { readonly size: number }): boolean =>
  Math.max(a.size, b.size) < sizeRatio * Math.min(a.size, b.size);
