import type { PageBox } from '@quern/content/blocks/content-block';
import { medianOf } from '../words/word.ts';

/** A row of a region as far as columns are concerned. */
export interface GutterRow extends PageBox {
  readonly items: readonly GutterItem[];
  readonly baseline: number;
  readonly size: number;
}

/** A word, or something else that no gutter crosses. */
export interface GutterItem extends PageBox {
  readonly text: string;
}

/** A white strip between two columns over consecutive rows. */
export interface Gutter {
  readonly x: number;
  /** First row, and the one after the last. */
  readonly start: number;
  readonly end: number;
}

/** Width of a gutter in parts of the font size. */
const widthMin = 0.75;
const rowsMin = 3;
/** Candidate places that are tried. */
const candidatesMax = 10;

/**
 * Finds the white strip between two columns of prose that is next to the most rows.
 *
 * @param rows of the region from top to bottom
 * @param rules horizontal lines, which no gutter crosses
 */
export function findGutter(rows: readonly GutterRow[], rules: readonly PageBox[]): Gutter | undefined {
  let best: Gutter | undefined;
  let bestArea = 0;
  for (const x of findCandidates(rows)) {
    for (const [start, end] of findRuns(rows, x, rules)) {
      const trimmed = trim(rows, x, start, end);
      if (trimmed === undefined) continue;
      const area = areaOf(rows, trimmed);
      if (area <= bestArea || !separatesColumns(rows, x, trimmed)) continue;
      best = { x, start: trimmed[0], end: trimmed[1] };
      bestArea = area;
    }
  }
  return best;
}

/** The middles of the gaps that occur most often. */
function findCandidates(rows: readonly GutterRow[]): number[] {
  const votes = new Map<number, { sum: number; count: number }>();
  for (const { items, size } of rows) {
    for (const [index, item] of items.entries()) {
      const before = items[index - 1];
      if (before === undefined || item.left - before.right < widthMin * size) continue;
      for (const x of [(item.left + before.right) / 2, item.left - size * 0.45, before.right + size * 0.45])
        vote(votes, x);
    }
  }
  // Columns whose baselines differ have no row in common: edges of rows count too.
  for (const { left, right, size } of rows) {
    vote(votes, left - size * 0.5);
    vote(votes, right + size * 0.5);
  }
  return [...votes.values()]
    .toSorted((a, b) => b.count - a.count)
    .slice(0, candidatesMax)
    .map(({ sum, count }) => sum / count);
}

const bin = 4;

function vote(votes: Map<number, { sum: number; count: number }>, x: number): void {
  const key = Math.round(x / bin);
  const known = votes.get(key) ?? { sum: 0, count: 0 };
  votes.set(key, { sum: known.sum + x, count: known.count + 1 });
}

/** Runs of rows that are clear at a place. */
function findRuns(rows: readonly GutterRow[], x: number, rules: readonly PageBox[]): [number, number][] {
  const runs: [number, number][] = [];
  let start = 0;
  for (let index = 0; index <= rows.length; index += 1) {
    const row = rows[index];
    const before = rows[index - 1];
    const isCrossed =
      row !== undefined &&
      before !== undefined &&
      index > start &&
      rules.some(
        (rule) =>
          rule.left < x - 4 &&
          rule.right > x + 4 &&
          rule.top >= before.baseline - 1 &&
          rule.bottom <= row.baseline,
      );
    if (row !== undefined && isClear(row, x) && !isCrossed) continue;
    if (index - start >= rowsMin) runs.push([start, index]);
    start = row !== undefined && isClear(row, x) ? index : index + 1;
  }
  return runs;
}

function isClear({ items, size }: GutterRow, x: number): boolean {
  const half = (widthMin * size) / 2 - 0.1;
  return (
    items.every((item) => item.right <= x - half * 0.5 || item.left >= x + half * 0.5) &&
    gapAt(items, x) >= half * 2
  );
}

/** Width of the gap around a place; infinite outside of the row. */
function gapAt(items: readonly PageBox[], x: number): number {
  let [left, right] = [-Infinity, Infinity];
  for (const item of items) {
    if (item.right <= x) left = Math.max(left, item.right);
    if (item.left >= x) right = Math.min(right, item.left);
  }
  return right - left;
}

/** Leaves out the rows above and below that have text on one side only. */
function trim(
  rows: readonly GutterRow[],
  x: number,
  start: number,
  end: number,
): [number, number] | undefined {
  const sides = (row: GutterRow | undefined) => ({
    left: row?.items.some((item) => item.right <= x) === true,
    right: row?.items.some((item) => item.left >= x) === true,
  });
  // A side begins where its first line is; a title above both columns is wider than one of them.
  let first = start;
  let last = end;
  const hasBoth = (from: number, to: number) => {
    const slice = rows.slice(from, to).map(sides);
    return slice.some(({ left }) => left) && slice.some(({ right }) => right);
  };
  if (!hasBoth(start, end)) return undefined;
  const isLoose = (at: number, next: number) => {
    const [row, other] = [rows[at], rows[next]];
    if (row === undefined || other === undefined) return false;
    const one = sides(row);
    return (
      one.left !== one.right && Math.abs(other.baseline - row.baseline) > 2.2 * Math.max(row.size, other.size)
    );
  };
  while (last - first > rowsMin && isLoose(first, first + 1)) first += 1;
  while (last - first > rowsMin && isLoose(last - 1, last - 2)) last -= 1;
  return hasBoth(first, last) ? [first, last] : undefined;
}

function areaOf(rows: readonly GutterRow[], [start, end]: readonly [number, number]): number {
  return (rows[end - 1]?.bottom ?? 0) - (rows[start]?.top ?? 0);
}

interface Side extends Pick<GutterRow, 'baseline' | 'size'> {
  readonly left: number;
  readonly right: number;
  readonly length: number;
  readonly hasGap: boolean;
  readonly startsLower: boolean;
  readonly hasCase: boolean;
}

/** Whether the two sides are columns of prose rather than columns of a table. */
function separatesColumns(
  rows: readonly GutterRow[],
  x: number,
  [start, end]: readonly [number, number],
): boolean {
  const lefts: Side[] = [];
  const rights: Side[] = [];
  let both = 0;
  for (const row of rows.slice(start, end)) {
    const left = sideOf(row, (item) => item.right <= x);
    const right = sideOf(row, (item) => item.left >= x);
    if (left) lefts.push(left);
    if (right) rights.push(right);
    if (left && right) both += 1;
  }
  if (lefts.length < rowsMin || rights.length < rowsMin) return false;
  // Rows of a table have their baselines in common.
  const isInterleaved = both < 0.5 * Math.min(lefts.length, rights.length);
  return isProse(lefts, isInterleaved) && isProse(rights, isInterleaved);
}

function sideOf(
  { items, baseline, size }: GutterRow,
  isInside: (item: GutterItem) => boolean,
): Side | undefined {
  const inside = items.filter(isInside);
  const [first] = inside;
  if (first === undefined) return undefined;
  const text = first.text;
  return {
    left: first.left,
    right: Math.max(...inside.map((item) => item.right)),
    baseline,
    size,
    length: inside.reduce((sum, item) => sum + item.text.length + 1, 0),
    hasGap: inside.some((item, at) => item.left - (inside[at - 1]?.right ?? item.left) > 1.1 * size),
    startsLower: /^["'(\u201c\u201e]?\p{Ll}/u.test(text),
    hasCase: /^["'(\u201c\u201e]?[\p{Lu}\p{Ll}]/u.test(text),
  };
}

/** Whether most lines of a side fill it, with several words each, and begin within sentences. */
function isProse(lines: readonly Side[], isInterleaved: boolean): boolean {
  const rights = lines.map(({ right }) => right);
  const width =
    quantile(rights, 0.9) -
    quantile(
      lines.map(({ left }) => left),
      0.1,
    );
  const share = (test: (line: Side) => boolean): number => lines.filter(test).length / lines.length;
  const length = medianOf(lines.map((line) => line.length));
  const size = medianOf(lines.map((line) => line.size));
  if (width < size * 7 || share(({ hasGap }) => hasGap) > 0.4) return false;
  const filled = share(({ left, right }) => right - left >= 0.72 * width);
  if (isInterleaved) return filled >= 0.35 && length >= 10;
  const isCased = share(({ hasCase }) => hasCase) > 0.3;
  const isFlowing = !isCased || share(({ startsLower }) => startsLower) >= 0.25;
  return filled >= 0.5 && length >= 14 && isFlowing;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
