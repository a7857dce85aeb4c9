import { median } from '../segments/segment.ts';
import { type FlatWord, gapBetween } from './flat-words.ts';
import { number } from './join-values.ts';

/** A column of a table, in pixels along the lines. */
export interface Column {
  readonly left: number;
  readonly right: number;
}

/** A row of a table. */
export interface TableRow {
  /** From left to right, as they were read, */
  readonly words: readonly FlatWord[];
  /** and with the words of a number, an amount or a size as one. */
  readonly values: readonly FlatWord[];
  /** Center across the lines. */
  readonly y: number;
  /** Height of its lines. */
  readonly height: number;
}

/** Resolution of the search for gutters, as a share of the height of a line. */
const resolution = 1 / 8;
/** A gutter is crossed by at most this share of the rows, such as a heading over several columns. */
const crossedMax = 0.12;
/** The number of cells that this share of the rows exceeds; rows with this share of it count for the gutters. */
const [richShare, fullMin] = [0.25, 0.85];
/** Words on both sides of a gutter are usually apart by this many heights of a line: more than a space. */
const gapMin = 0.4;
/** The free space of this many rows is a gutter even if it is narrower, unless only units of measure are right of it. */
const [manyRows, manyGapMin] = [5, 0.2];
/** Texts within a segment are separate only where they are apart by this much: more than the space of any font. */
const textGapMin = 0.8;
/** The words of a column within a segment are aligned within this many heights of a line, in this share of the rows. */
const [wordOffsetMax, alignedMin] = [0.3, 0.75];
const unit = /^(?:%|[kmcd]?[glm]|lbs?|oz|h|min|t|pcs|Stk\.?|°C|\p{Sc})$/iu;

/** Finds the columns of rows: they are separated by gutters that few words cross, wider than the spaces in a text. */
export function findColumns(tableRows: readonly TableRow[]): Column[] {
  const rows = fullRows(tableRows);
  const lineHeight = median(rows.map(({ height }) => height));
  let columns = coveredIntervals(rows, Math.max(1, lineHeight * resolution));
  for (let index = 1; index < columns.length; ) {
    const [before, after] = [columns[index - 1], columns[index]];
    if (before === undefined || after === undefined) break;
    if (areSeparate(rows, before, after)) index += 1;
    else columns = columns.toSpliced(index - 1, 2, { left: before.left, right: after.right });
  }
  return columns;
}

/** Rows with about as many cells as the richest ones: the others, such as totals and headings, cross the gutters. */
function fullRows(rows: readonly TableRow[]): readonly TableRow[] {
  const counts = rows.map(
    ({ values, height }) =>
      values.filter((word, index) => gapBetween(values[index - 1], word, height) > gapMin).length,
  );
  const rich = counts.toSorted((a, b) => b - a)[Math.floor(counts.length * richShare)] ?? 0;
  return rows.filter((_, index) => (counts[index] ?? 0) >= rich * fullMin);
}

function coveredIntervals(rows: readonly TableRow[], step: number): Column[] {
  const words = rows.flatMap((row) => row.values);
  const start = Math.min(...words.map(({ left }) => left));
  const end = Math.max(...words.map(({ right }) => right));
  const counts = new Uint32Array(Math.ceil((end - start) / step) + 1);
  for (const { left, right } of words) {
    const last = Math.round((right - start) / step);
    for (let place = Math.round((left - start) / step); place < last; place += 1)
      counts[place] = (counts[place] ?? 0) + 1;
  }
  const limit = Math.max(rows.length < 4 ? 0 : 1, rows.length * crossedMax);
  const columns: Column[] = [];
  let open: number | undefined;
  for (let place = 0; place <= counts.length; place += 1) {
    const isCovered = (counts[place] ?? 0) > limit;
    if (isCovered) open ??= place;
    else if (open !== undefined) {
      columns.push({ left: start + open * step, right: start + place * step });
      open = undefined;
    }
  }
  return columns;
}

/** Whether the neighboring words on both sides of the gutter between two columns are usually far enough apart. */
function areSeparate(rows: readonly TableRow[], before: Column, after: Column): boolean {
  const pairs = rows.flatMap(({ values, height }) => {
    const rights = values.filter((word) => isIn(word, after));
    const [left, right, last] = [values.findLast((word) => isIn(word, before)), rights[0], rights.at(-1)];
    if (left === undefined || right === undefined || last === undefined) return [];
    const gap = left === right ? 0 : gapBetween(left, right, height);
    return [{ gap, left, right, last, height }];
  });
  // No row has both: they are different columns.
  if (pairs.length === 0) return true;
  const most = pairs.length / 2;
  const gap = median(pairs.map((pair) => pair.gap));
  const isUnit = pairs.filter(({ right }) => unit.test(right.text)).length > most;
  if (gap < (pairs.length < manyRows || isUnit ? gapMin : manyGapMin)) return false;
  if (pairs.filter(({ right }) => right.startsSegment).length > most) return true;
  // Spaces in texts may form a gutter by chance, but not after numbers with aligned words behind them.
  if (pairs.filter(({ left }) => number.test(left.text)).length <= most) return gap >= textGapMin;
  const height = median(pairs.map((pair) => pair.height));
  const edges = [
    pairs.map(({ right }) => right.left),
    pairs.map(({ last }) => last.right),
    pairs.map(({ right, last }) => (right.left + last.right) / 2),
  ];
  return edges.some((places) => alignedShare(places, height * wordOffsetMax) >= alignedMin);
}

/** The share of places near their median. */
function alignedShare(places: readonly number[], distance: number): number {
  const middle = median(places);
  return places.filter((place) => Math.abs(place - middle) < distance).length / places.length;
}

const isIn = (word: FlatWord, { left, right }: Column): boolean => word.left < right && word.right > left;
