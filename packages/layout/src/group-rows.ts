import { boundsOf, type LayoutItem, type Row } from './layout-item.ts';

/** Middles of the items of a row differ by at most this part of the smaller size; */
const distanceMax = 0.4;
/** those of raised or lowered small text by this part of the larger one. */
const raisedDistanceMax = 0.55;
/** Smaller text than this part of the row is raised or lowered text. */
const raisedSizeMax = 0.85;
/** Rows before the last one that an item may belong to. */
const openRows = 4;

interface OpenRow<Item> {
  readonly items: Item[];
  y: number;
  size: number;
}

/** Groups items by their height on the page. Columns whose lines differ in height have separate rows. */
export function groupRows<Item extends LayoutItem>(items: readonly Item[]): Row<Item>[] {
  const rows: OpenRow<Item>[] = [];
  for (const item of items.toSorted((a, b) => middleOf(a) - middleOf(b))) {
    const y = middleOf(item);
    const row = rows.slice(-openRows).findLast((candidate) => belongs(item, y, candidate));
    if (row === undefined) rows.push({ items: [item], y, size: item.size });
    else {
      row.items.push(item);
      // The largest text sets the height.
      if (item.size > row.size * 1.1) [row.y, row.size] = [y, item.size];
    }
  }
  return rows
    .map(({ items: members, y, size }) => ({
      ...boundsOf(members),
      items: members.sort((a, b) => a.left - b.left),
      y,
      size,
    }))
    .sort((a, b) => a.y - b.y);
}

/** Middle of the line of an item; that of the first line of a table or figure. */
const middleOf = ({ top, bottom, size, isObject }: LayoutItem): number =>
  isObject === true ? top + size / 2 : (top + bottom) / 2;

function belongs<Item extends LayoutItem>(item: Item, y: number, row: OpenRow<Item>): boolean {
  if (item.isObject === true || row.items[0]?.isObject === true) return false;
  const [small, large] = [Math.min(item.size, row.size), Math.max(item.size, row.size)];
  const distance = Math.abs(y - row.y);
  if (distance <= distanceMax * small) return true;
  if (small > raisedSizeMax * large || distance > raisedDistanceMax * large) return false;
  return row.items.some(
    (other) => item.left - other.right < large * 0.5 && other.left - item.right < large * 0.5,
  );
}
