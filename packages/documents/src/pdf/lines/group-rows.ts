import type { PageBox } from '@quern/content/blocks/content-block';

/** A box with a baseline and a font size. */
export interface RowItem extends PageBox {
  readonly baseline: number;
  readonly size: number;
}

/** Items on one baseline. */
export interface Row<Item> extends PageBox {
  /** From left to right. */
  readonly items: Item[];
  baseline: number;
  size: number;
}

/** Distance of baselines within a row, in parts of the font size: of equal fonts, and of a raised or lowered smaller one. */
const [equalDistance, raisedDistance] = [0.3, 0.62];
/** Rows before the last one that an item may belong to. */
const openRows = 4;

/** Groups items to rows by their baselines; raised and lowered small text belongs to the row next to it. */
export function groupRows<Item extends RowItem>(items: readonly Item[]): Row<Item>[] {
  const rows: Row<Item>[] = [];
  const sorted = items.toSorted((a, b) => a.baseline - b.baseline || a.left - b.left);
  for (const item of sorted) {
    const row = rows
      .slice(-openRows)
      .reverse()
      .find((candidate) => belongs(item, candidate));
    if (row === undefined) {
      rows.push({ ...boxOf(item), items: [item], baseline: item.baseline, size: item.size });
      continue;
    }
    row.items.push(item);
    // The largest text gives the baseline.
    if (item.size > row.size * 1.1) [row.baseline, row.size] = [item.baseline, item.size];
    Object.assign(row, {
      left: Math.min(row.left, item.left),
      right: Math.max(row.right, item.right),
      top: Math.min(row.top, item.top),
      bottom: Math.max(row.bottom, item.bottom),
    });
  }
  rows.sort((a, b) => a.baseline - b.baseline);
  const merged = mergeRaised(rows);
  for (const row of merged) row.items.sort((a, b) => a.left - b.left);
  return merged;
}

/** Puts raised text, which has a baseline before that of its row, into the row. */
function mergeRaised<Item extends RowItem>(rows: readonly Row<Item>[]): Row<Item>[] {
  return rows.filter((row, index) => {
    const next = rows[index + 1];
    if (next === undefined || row.items.length > raisedItemsMax) return true;
    if (!row.items.every((item) => belongs(item, next) || isRaisedBeside(item, next))) return true;
    next.items.push(...row.items);
    Object.assign(next, {
      left: Math.min(row.left, next.left),
      right: Math.max(row.right, next.right),
      top: Math.min(row.top, next.top),
    });
    return false;
  });
}

/** Raised words of one row. */
const raisedItemsMax = 12;

function belongs<Item extends RowItem>(item: Item, row: Row<Item>): boolean {
  const distance = Math.abs(item.baseline - row.baseline);
  const [small, large] = [Math.min(item.size, row.size), Math.max(item.size, row.size)];
  if (distance <= equalDistance * small) return true;
  // A superscript is next to the text of its row.
  if (small > 0.85 * large || distance > raisedDistance * large) return false;
  return row.items.some(
    (other) =>
      Math.abs(other.size - item.size) > 0.1 * large &&
      item.left - other.right < large * 0.5 &&
      other.left - item.right < large * 0.5,
  );
}

/** Least distance and largest width of raised text of the usual size, in parts of the font size. */
const [sameSizeDistanceMin, sameSizeWidthMax] = [0.2, 2.2];

/** Whether an item is a short raised text of nearly the size of the row, such as a reference, that touches its text. */
function isRaisedBeside<Item extends RowItem>(item: Item, row: Row<Item>): boolean {
  const { size } = row;
  const distance = row.baseline - item.baseline;
  if (distance < sameSizeDistanceMin * size || distance > raisedDistance * size) return false;
  if (item.right - item.left > sameSizeWidthMax * size || item.size > size * 1.02) return false;
  return row.items.some((other) => {
    const gap = Math.max(other.left - item.right, item.left - other.right);
    return gap < size * 0.35 && gap > -size * 0.2;
  });
}

const boxOf = ({ left, top, right, bottom }: PageBox): PageBox => ({ left, top, right, bottom });
