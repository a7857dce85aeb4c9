import { centerOf } from '../build-rows.ts';
import { type FlatSegment, median } from '../segment.ts';
import { fillCells, filledShare } from './fill-cells.ts';
import { type Column, findColumns, type TableRow } from './find-columns.ts';
import { findPairs, isPair } from './find-pairs.ts';
import { flatWordsOf, gapBetween } from './flat-words.ts';
import { indentMax } from './join-lines.ts';
import { joinValues } from './join-values.ts';

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
/** More rows than these are no form. */
const fewRows = 5;
/** Lines of text are apart by less than this many heights. */
const lineDistanceMax = 1.8;
/** Equal distances differ by less than this factor. */
const regularRatio = 1.25;
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
/** The rows of a table have one size of text, within this factor; a number and its caption on a dashboard have not. */
const sizeRatio = 1.5;
/** The distances of the lines of a cell differ by less than this factor. */
const pitchSlack = 1.15;
/** Rows whose centers differ by less than this share of their height overlap. */
const overlapDistance = 0.8;

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
    const table = to - from >= fullRowsMin ? buildTable(rows, from, to, tables.at(-1)?.to ?? 0) : undefined;
    if (table !== undefined) tables.push(table);
    from = Math.max(table?.to ?? to, from + 1);
  }
  return tables;
}

function hasSeveralCells({ values, height }: TableRow): boolean {
  return values.some((word, index) => index > 0 && gapBetween(values[index - 1], word, height) > wideGap);
}

const ratioOf = (a: number, b: number): number => Math.max(a, b) / Math.min(a, b);

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
    if (!hasSeveralCells(row)) continue;
    if (ratioOf(row.height, rows[end - 1]?.height ?? row.height) > sizeRatio) break;
    pitches.push(row.y - (rows[end - 1]?.y ?? before.y));
    end = index + 1;
  }
  return end;
}

/** The number of rows of a run before it changes, after a wider space, from a list of pairs to a table or back. */
function uniformRows(run: readonly TableRow[]): number {
  const distances = distancesOf(run);
  const wide = median(distances) * listGap;
  for (let at = fullRowsMin; at <= run.length - fullRowsMin; at += 1) {
    if ((distances[at - 1] ?? 0) < wide) continue;
    const [above, below] = [run.slice(0, at), run.slice(at)];
    if (above.every(isPair) !== below.every(isPair)) return at;
  }
  return run.length;
}

function buildTable(
  rows: readonly TableRow[],
  start: number,
  end: number,
  free: number,
): FoundTable | undefined {
  const { from, to } = extend(rows, start, end, free);
  const members = rows.slice(from, to);
  const several = members.filter(hasSeveralCells);
  if (several.length < fullRowsMin || !isRegular(members)) return undefined;
  const pairs = findPairs(members);
  if (pairs !== undefined) return { from, to, rows: pairs };
  const columns = findColumns(several.map((row) => withOverlapping(row, members)));
  if (columns.length < 2) return undefined;
  if (countCrossing(members, columns) > members.length * crossingMax) return undefined;
  const grid = fillCells(members, columns);
  if (grid.filter((cells) => cells.filter((text) => text !== '').length > 1).length < fullRowsMin)
    return undefined;
  if (filledShare(grid) < (several.length < rowsMin ? 1 : filledMin)) return undefined;
  return { from, to, rows: grid };
}

/**
 * Whether rows may be a table rather than the labels and fields of a form. Few rows show it by numbers in most of them,
 * apart from the heading, by the distance of lines of text, or by equal distances of at least three.
 */
function isRegular(rows: readonly TableRow[]): boolean {
  const several = rows.filter(hasSeveralCells);
  if (several.length > fewRows) return true;
  const body = several.slice(1);
  const withNumber = body.filter(({ words }) => words.some(({ text }) => /\p{Number}/u.test(text)));
  if (withNumber.length >= body.length / 2) return true;
  const distances = distancesOf(rows).filter((_, index) =>
    rows.slice(index, index + 2).every(hasSeveralCells),
  );
  const largest = Math.max(...distances);
  if (largest < median(rows.map(({ height }) => height)) * lineDistanceMax) return true;
  return several.length >= rowsMin && largest < Math.min(...distances) * regularRatio;
}

const distancesOf = (rows: readonly TableRow[]): number[] =>
  rows.slice(1).map((row, index) => row.y - (rows[index]?.y ?? row.y));

/** Adds the text of a cell whose lines are above and below those of the other cells, which are centered. */
function withOverlapping(row: TableRow, others: readonly TableRow[]): TableRow {
  const cell = others.find(
    (other) =>
      !hasSeveralCells(other) &&
      Math.abs(other.y - row.y) < row.height * overlapDistance &&
      other.words.every(({ left, right }) =>
        row.words.every((word) => word.right < left || word.left > right),
      ),
  );
  if (cell === undefined) return row;
  const merge = (own: TableRow['words'], added: TableRow['words']) =>
    [...own, ...added].toSorted((a, b) => a.left - b.left);
  return { ...row, words: merge(row.words, cell.words), values: merge(row.values, cell.values) };
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

/**
 * Adds the rows before the first one and after the last one that may be further lines of their cells.
 *
 * @param free index of the first row that is in no other table
 */
function extend(
  rows: readonly TableRow[],
  start: number,
  end: number,
  free: number,
): { from: number; to: number } {
  const members = rows.slice(start, end);
  const pitch = wrappedPitch(members) * pitchSlack;
  const starts = members.flatMap(({ words }) => words.filter(({ startsSegment }) => startsSegment));
  const isNext = (index: number, step: 1 | -1): boolean => {
    const [row, neighbor] = [rows[index], rows[index - step]];
    if (row === undefined || neighbor === undefined || hasSeveralCells(row)) return false;
    const left = row.words[0]?.left ?? -Infinity;
    return (
      Math.abs(row.y - neighbor.y) < pitch &&
      starts.some((word) => Math.abs(word.left - left) < row.height * indentMax)
    );
  };
  let [from, to] = [start, end];
  while (to - end < singlesMax && isNext(to, 1)) to += 1;
  if (to === end && isContinuation(rows, start, end)) to += 1;
  // A line above the first row is one of its cells if there is one below it as well.
  const isCentered = () => isNext(from - 1, -1) && isNext(2 * start - from + 1, 1);
  while (from > free && start - from < singlesMax && isCentered()) from -= 1;
  return { from, to };
}

/** Distance of the lines of a cell, from lines with one cell to the nearer neighbor; 0 without such lines. */
function wrappedPitch(rows: readonly TableRow[]): number {
  const distances = rows.flatMap((row, index) => {
    const [before, after] = [rows[index - 1], rows[index + 1]];
    if (hasSeveralCells(row) || before === undefined || after === undefined) return [];
    return [Math.min(row.y - before.y, after.y - row.y)];
  });
  return median(distances);
}

/** Whether the row after the last one may be a second line of a cell, which is indented. */
function isContinuation(rows: readonly TableRow[], from: number, to: number): boolean {
  const [last, next] = [rows[to - 1], rows[to]];
  const pitch = median(distancesOf(rows.slice(from, to)));
  if (last === undefined || next === undefined || next.y - last.y > pitch) return false;
  const start = next.words[0]?.left ?? -Infinity;
  const isIndented = start > (last.words[0]?.left ?? Infinity) + last.height;
  return (
    isIndented &&
    last.words.some(
      ({ left, startsSegment }) => startsSegment && Math.abs(left - start) < last.height * indentMax,
    )
  );
}
