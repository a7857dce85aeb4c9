import { findBand } from './columns/find-band.ts';
import { findColumns, type PageMetrics } from './columns/find-columns.ts';
import { groupRows } from './group-rows.ts';
import { type Box, boundsOf, type LayoutItem, medianOf, type Row } from './layout-item.ts';
import { findSideBlocks } from './side-blocks/find-side-blocks.ts';

/** The text of an upright page. */
export interface PageToDivide<Item extends LayoutItem> {
  readonly items: readonly Item[];
  /** Horizontal lines, which separate columns above from columns below. */
  readonly rules?: readonly Box[];
  /** Whether items are lines, or parts of lines, that were detected on a picture, rather than words with exact edges. */
  readonly areLines?: boolean;
  /** By how much the edges of words may be too far outside, in parts of the font size; 0 by default. */
  readonly edgeTolerance?: number;
  /** Whether the right one of two columns is read first. */
  readonly isRightToLeft?: boolean;
}

const depthMax = 16;
/** Detected lines are too long by up to this part of the font size on each side. */
const lineTolerance = 0.2;

/**
 * Divides a page into regions and brings them into reading order: the columns of a part of the page one after the other,
 * what spans them above and below. It cuts recursively, like XY-cut (Nagy and Seth 1984), but at the white strips of the
 * whole page, which need not span it, and only where the text on both sides is that of columns. The columns of a table
 * are not divided.
 *
 * @returns the items of each region
 */
export function dividePage<Item extends LayoutItem>({
  items,
  rules = [],
  areLines = false,
  edgeTolerance = areLines ? lineTolerance : 0,
  isRightToLeft = false,
}: PageToDivide<Item>): Item[][] {
  const sorted = rules.toSorted((a, b) => a.top - b.top);
  const space = areLines ? 0 : typicalSpace(groupRows(items));
  return divide(
    items,
    { rules: sorted, space, areLines, edgeTolerance, page: boundsOf(items), isRightToLeft },
    0,
  );
}

interface Context extends PageMetrics {
  readonly isRightToLeft: boolean;
}

/** Spaces that are measured at least, and their largest width in parts of the font size. */
const [spacesMin, spaceMax] = [20, 1.5];

/** The typical space between the items of a row, in parts of the font size; 0 for few. */
function typicalSpace(rows: readonly Row[]): number {
  const spaces = rows.flatMap(({ items, size }) =>
    items.slice(1).flatMap((item, index) => {
      const space = (item.left - (items[index]?.right ?? item.left)) / size;
      return space > 0 && space < spaceMax ? [space] : [];
    }),
  );
  return spaces.length < spacesMin ? 0 : medianOf(spaces);
}

function divide<Item extends LayoutItem>(items: readonly Item[], context: Context, depth: number): Item[][] {
  if (items.length === 0) return [];
  const rows = groupRows(items);
  const itemsOf = (start: number, end: number): Item[] => rows.slice(start, end).flatMap((row) => row.items);
  const divideAll = (parts: readonly Item[][]): Item[][] =>
    parts.flatMap((part) => divide(part, context, depth + 1));
  const columnCut = depth < depthMax ? findColumns(rows, context) : undefined;
  const band = columnCut === undefined ? undefined : (columnCut.band ?? findBand(rows, columnCut));
  if (band !== undefined) return divideAll([itemsOf(0, band), itemsOf(band, rows.length)]);
  const cut = columnCut ?? (depth < depthMax ? findSideBlocks(rows, context.space) : undefined);
  if (cut === undefined) return [[...items]];
  const isInset = (item: Item): boolean => columnCut?.insets?.has(item) === true;
  const insets = itemsOf(cut.start, cut.end).filter(isInset);
  const middle = itemsOf(cut.start, cut.end).filter((item) => !isInset(item));
  const left = middle.filter((item) => (item.left + item.right) / 2 < cut.x);
  const right = middle.filter((item) => (item.left + item.right) / 2 >= cut.x);
  const columns = context.isRightToLeft ? [right, left] : [left, right];
  return divideAll([itemsOf(0, cut.start), ...columns, insets, itemsOf(cut.end, rows.length)]);
}
