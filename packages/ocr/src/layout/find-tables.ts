import { centerOf } from './build-rows.ts';
import { fillCells, filledShare } from './fill-cells.ts';
import { type Column, findColumns, type TableRow } from './find-columns.ts';
import { findPairs, isPair } from './find-pairs.ts';
import { flatWordsOf, gapBetween } from './flat-words.ts';
import { joinValues } from './join-values.ts';
import { type FlatSegment, median } from './segment.ts';

/** A table of a block: consecutive rows whose cells form columns. */
export interface FoundTable {
  /** Index of its first row in the block, and of the row after its last. */
  readonly from: number;
  readonly to: number;
  /** Text of each cell, row by row; empty where a row has none. All rows have as many cells. */
  readonly rows: readonly (readonly string[])[];
}

/** Rows with several cells that a table has at least, and one with all cells filled. */
const [rowsMin, fullRowsMin] = [3, 2];
/** A gap of this share of the height of a line separates cells, whatever the other rows look like. */
const wideGap = 0.7;
/** A table has ended where rows are further apart than this many times their usual distance. */
const pitchRatio = 1.6;
/** A list of pairs ends, or begins, where rows are further apart than this many times their usual distance. */
const listGap = 1.15;
/** Rows with one cell between others, such as the second line of a description. */
const singlesMax = 3;
/** Share of the cells of a table that are not empty. */
const filledMin = 0.4;
/** Rows of running text that the columns would divide are at most this share of the rows of a table. */
const crossingMax = 0.2;
/** Rows are further apart than this many heights only if a table has ended. */
const distanceMax = 3.2;
/** A second line of a cell starts where the first starts, within this share of the height of a line. */
const indentMax = 0.8;

/** Finds the tables of a block, from its rows. */
export function findTables(block: readonly (readonly FlatSegment[])[]): FoundTable[] {
  const rows: TableRow[] = block.map((segments) => {
    const height = median(segments.map((segment) => segment.height));
    const words = flatWordsOf(segments);
    return { words, values: joinValues(words, height), y: centerOf(segments), height };
  });
  const tables: FoundTable[] = [];
  for (let from = 0; from < rows.length; ) {
    const to = from + uniformRows(rows.slice(from, runEnd(rows, from)));
    const table = to - from >= fullRowsMin ? buildTable(rows, from, to) : undefined;
    if (table !== undefined) tables.push(table);
    from = Math.max(to, from + 1);
  }
  return tables;
}

function hasSeveralCells({ values, height }: TableRow): boolean {
  return values.some((word, index) => index > 0 && gapBetween(values[index - 1], word, height) > wideGap);
}

/** End of the run of rows with several cells that starts at a row; rows with one cell in between belong to it. */
function runEnd(rows: readonly TableRow[], from: number): number {
  const first = rows[from];
  if (first === undefined || !hasSeveralCells(first)) return from;
  let end = from + 1;
  const pitches: number[] = [];
  for (let index = from + 1; index < rows.length && index <= end + singlesMax; index += 1) {
    const [row, before] = [rows[index], rows[index - 1]];
    if (row === undefined || before === undefined) break;
    const distance = row.y - before.y;
    const usual = pitches.length < 2 ? Infinity : median(pitches);
    if (distance > distanceMax * row.height || distance > usual * pitchRatio) break;
    pitches.push(distance);
    if (hasSeveralCells(row)) end = index + 1;
  }
  return end;
}

/** The number of rows of a run before it changes, after a wider space, from a list of pairs to a table or back. */
function uniformRows(run: readonly TableRow[]): number {
  const distances = run.slice(1).map((row, index) => row.y - (run[index]?.y ?? row.y));
  const wide = median(distances) * listGap;
  for (let at = fullRowsMin; at <= run.length - fullRowsMin; at += 1) {
    if ((distances[at - 1] ?? 0) < wide) continue;
    const [above, below] = [run.slice(0, at), run.slice(at)];
    if (above.every(isPair) !== below.every(isPair)) return at;
  }
  return run.length;
}

function buildTable(rows: readonly TableRow[], from: number, to: number): FoundTable | undefined {
  const members = withContinuation(rows, from, to);
  const several = members.filter(hasSeveralCells);
  if (several.length < fullRowsMin) return undefined;
  const pairs = findPairs(members);
  if (pairs !== undefined) return { from, to: from + members.length, rows: pairs };
  const columns = findColumns(several);
  if (columns.length < 2) return undefined;
  if (countCrossing(members, columns) > members.length * crossingMax) return undefined;
  const grid = fillCells(members, columns);
  if (grid.filter((cells) => cells.filter((text) => text !== '').length > 1).length < fullRowsMin)
    return undefined;
  if (filledShare(grid) < (several.length < rowsMin ? 1 : filledMin)) return undefined;
  return { from, to: from + members.length, rows: grid };
}

/** Counts the rows that are one piece of text, but are in several columns, such as lines of code between listings. */
function countCrossing(rows: readonly TableRow[], columns: readonly Column[]): number {
  const texts = rows.filter((row) => !hasSeveralCells(row));
  return texts.filter(
    (row) =>
      fillCells([row], columns)
        .flat()
        .filter((text) => text !== '').length > 1,
  ).length;
}

/** Adds the rows after the last one that may be further lines of its cells. */
function withContinuation(rows: readonly TableRow[], from: number, to: number): readonly TableRow[] {
  const last = rows[to - 1];
  const [next, height] = [rows[to], last?.height ?? 0];
  const pitch = median(
    rows.slice(from + 1, to).map((row, index) => row.y - (rows[from + index]?.y ?? row.y)),
  );
  if (last === undefined || next === undefined || next.y - last.y > pitch) return rows.slice(from, to);
  const start = next.words[0]?.left ?? -Infinity;
  const isIndented = start > (last.words[0]?.left ?? Infinity) + height;
  const isAligned = last.words.some(
    ({ left, startsSegment }) => startsSegment && Math.abs(left - start) < height * indentMax,
  );
  return rows.slice(from, isIndented && isAligned ? to + 1 : to);
}
