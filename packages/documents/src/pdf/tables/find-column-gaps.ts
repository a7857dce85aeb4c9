import type { Row } from '../lines/group-rows.ts';
import { medianOf, type Word } from '../words/word.ts';

/** A white strip between two columns of a table. */
export interface ColumnGap {
  readonly left: number;
  readonly right: number;
}

interface Part {
  readonly left: number;
  right: number;
}

/** Smallest width of a gap, and of the one between two cells of a row, in parts of the font size. */
const [widthMin, cellGapMin] = [0.45, 0.55];
/** Share of the rows that may have cells across gaps. */
const crossingMax = 0.34;

/**
 * Finds the white strips that separate the columns of a block of rows. Rows with fewer parts than most, such as those with
 * cells that cover several columns, may cross them.
 */
export function findColumnGaps(rows: readonly Row<Word>[]): ColumnGap[] {
  const parts = rows.map(joinedParts);
  const all = gapsOf(rows, parts);
  const usual = medianOf(parts.map(({ length }) => length));
  const isFull = parts.map(({ length }) => length >= usual && length > 1);
  const full = rows.filter((_, index) => isFull[index]);
  if (full.length < 2 || full.length === rows.length) return all;
  const ofFull = gapsOf(
    full,
    parts.filter((_, index) => isFull[index]),
  );
  if (ofFull.length <= all.length) return all;
  const crossing = parts.filter((row) =>
    ofFull.some(({ left, right }) => row.some((part) => part.left < left - 1 && part.right > right + 1)),
  );
  return crossing.length <= Math.max(1, rows.length * crossingMax) ? ofFull : all;
}

/** The strips that no part of any row crosses. */
function gapsOf(rows: readonly Row<Word>[], parts: readonly (readonly Part[])[]): ColumnGap[] {
  const size = Math.max(...rows.map((row) => row.size));
  const sorted = parts.flat().toSorted((a, b) => a.left - b.left);
  const gaps: ColumnGap[] = [];
  let right = sorted[0]?.right ?? 0;
  for (const part of sorted) {
    if (part.left - right >= widthMin * size) gaps.push({ left: right, right: part.left });
    right = Math.max(right, part.right);
  }
  return gaps.filter((gap) => separates(rows, gap));
}

/** Whether rows have text on both sides with a real gap in between. */
function separates(rows: readonly Row<Word>[], { left, right }: ColumnGap): boolean {
  const middle = (left + right) / 2;
  const both = rows.filter(
    ({ items, size }) =>
      items.some((item) => item.right <= middle) &&
      items.some((item) => item.left >= middle) &&
      gapAt(items, middle) >= cellGapMin * size,
  );
  return both.length >= Math.min(2, rows.length);
}

function gapAt(items: readonly Word[], x: number): number {
  let [left, right] = [-Infinity, Infinity];
  for (const item of items) {
    if (item.right <= x) left = Math.max(left, item.right);
    else right = Math.min(right, item.left);
  }
  return right - left;
}

/** Words of a row joined to the parts between which there is more than a space. */
function joinedParts({ items, size }: Row<Word>): Part[] {
  const parts: Part[] = [];
  for (const { left, right } of items) {
    const last = parts.at(-1);
    if (last && left - last.right < 0.45 * size) last.right = Math.max(last.right, right);
    else parts.push({ left, right });
  }
  return parts;
}
