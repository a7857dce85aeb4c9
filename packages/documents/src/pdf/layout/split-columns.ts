import type { PageBox } from '@quern/content/blocks/content-block';
import { groupRows, type RowItem } from '../lines/group-rows.ts';
import { isTable, type LayoutItem } from '../lines/page-element.ts';
import { boundsOf } from '../words/word.ts';
import { findGutter, type GutterRow } from './find-gutters.ts';

const depthMax = 8;
/** The text for which a table counts among the words of a column. */
const tableText = 'a table that takes the whole column';

/**
 * Divides the items of a page into regions in reading order, by recursive cuts at white strips (XY-cut: Nagy and Seth,
 * 1984): where two columns of prose are side by side, the left one is first, between what is above and below both.
 *
 * @param rules horizontal lines, which separate columns above from columns below
 */
export function splitColumns(
  items: readonly LayoutItem[],
  rules: readonly PageBox[],
  isRightToLeft = false,
  depth = 0,
): LayoutItem[][] {
  if (items.length === 0) return [];
  const rows = toRows(items);
  const gutter = depth < depthMax ? findGutter(rows.map(toGutterRow), rules) : undefined;
  if (gutter === undefined) return [[...items]];
  const itemsOf = (from: number, to: number): LayoutItem[] =>
    rows.slice(from, to).flatMap((row) => row.items.map(({ item }) => item));
  const middle = itemsOf(gutter.start, gutter.end);
  const left = middle.filter((item) => (item.left + item.right) / 2 < gutter.x);
  const right = middle.filter((item) => (item.left + item.right) / 2 >= gutter.x);
  const columns = isRightToLeft ? [right, left] : [left, right];
  return [itemsOf(0, gutter.start), ...columns, itemsOf(gutter.end, rows.length)].flatMap((part) =>
    splitColumns(part, rules, isRightToLeft, depth + 1),
  );
}

interface PlacedItem extends RowItem {
  readonly item: LayoutItem;
}

function toRows(items: readonly LayoutItem[]) {
  return groupRows(items.map(toPlacedItem));
}

/** A table is on the row of its last line. */
function toPlacedItem(item: LayoutItem): PlacedItem {
  const { left, top, right, bottom } = item;
  if (isTable(item)) return { left, top, right, bottom, baseline: top + 1, size: 10, item };
  return { left, top, right, bottom, baseline: item.baseline, size: item.size, item };
}

function toGutterRow(row: {
  readonly items: readonly PlacedItem[];
  readonly baseline: number;
  readonly size: number;
}): GutterRow {
  return {
    ...boundsOf(row.items),
    items: row.items.map(({ left, top, right, bottom, item }) => ({
      ...{ left, top, right, bottom },
      text: isTable(item) ? tableText : item.text,
    })),
    baseline: row.baseline,
    size: row.size,
  };
}
