import type { Row } from '../layout/group-rows.ts';
import type { Word } from '../words/word.ts';

/** A white strip between two columns of a table. */
export interface ColumnGap {
  readonly left: number;
  readonly right: number;
}

/** Smallest width of a gap in parts of the font size, and the share of the rows that may cross one. */
const widthMin = 0.5;
const crossedMax = 0.2;

/**
 * Finds the white strips that separate the columns of a block of rows. A strip may be crossed by a few cells that cover
 * several columns.
 */
export function findColumnGaps(rows: readonly Row<Word>[]): ColumnGap[] {
  const edges: { x: number; change: number }[] = [];
  let size = 0;
  for (const row of rows) {
    size = Math.max(size, row.size);
    for (const { left, right } of joinedParts(row))
      edges.push({ x: left, change: 1 }, { x: right, change: -1 });
  }
  edges.sort((a, b) => a.x - b.x || b.change - a.change);
  const allowed = rows.length >= 4 ? Math.max(1, Math.floor(rows.length * crossedMax)) : 0;
  const gaps: (ColumnGap & { depth: number })[] = [];
  let depth = 0;
  for (const [index, edge] of edges.entries()) {
    depth += edge.change;
    const next = edges[index + 1];
    if (next === undefined || depth > allowed) continue;
    gaps.push({ left: edge.x, right: next.x, depth });
  }
  return mergeGaps(gaps).filter(
    ({ left, right }) => right - left >= widthMin * size && separates(rows, left, right),
  );
}

/** Keeps the emptiest strip of each place: of adjacent strips the ones with the fewest crossings. */
function mergeGaps(gaps: readonly (ColumnGap & { depth: number })[]): ColumnGap[] {
  const merged: { left: number; right: number; depth: number }[] = [];
  for (const gap of gaps) {
    const last = merged.at(-1);
    if (last === undefined || gap.left > last.right + 0.01) merged.push({ ...gap });
    else if (gap.depth === last.depth) last.right = gap.right;
    else if (gap.depth < last.depth) merged[merged.length - 1] = { ...gap };
    // A strip that more rows cross adds nothing to its neighbor.
    else last.right = Math.max(last.right, last.right);
  }
  return merged;
}

/** Whether rows have text on both sides with a real gap in between. */
function separates(rows: readonly Row<Word>[], left: number, right: number): boolean {
  const middle = (left + right) / 2;
  const both = rows.filter(
    ({ items, size }) =>
      items.some((item) => item.right <= middle) &&
      items.some((item) => item.left >= middle) &&
      gapAt(items, middle) >= cellGap * size,
  );
  return both.length >= Math.min(2, rows.length);
}

const cellGap = 0.55;

function gapAt(items: readonly Word[], x: number): number {
  let [left, right] = [-Infinity, Infinity];
  for (const item of items) {
    if (item.left < x && item.right > x) return 0;
    if (item.right <= x) left = Math.max(left, item.right);
    else right = Math.min(right, item.left);
  }
  return right - left;
}

/** Words of a row joined to the parts between which there is more than a space. */
function joinedParts({ items, size }: Row<Word>): { left: number; right: number }[] {
  const parts: { left: number; right: number }[] = [];
  for (const { left, right } of items) {
    const last = parts.at(-1);
    if (last && left - last.right < 0.45 * size) last.right = Math.max(last.right, right);
    else parts.push({ left, right });
  }
  return parts;
}
