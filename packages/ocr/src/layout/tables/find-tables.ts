import { centerOf } from '../segments/build-rows.ts';
import { type FlatSegment, median } from '../segments/segment.ts';
import { fillCells, filledShare } from './fill-cells.ts';
import { type Column, findColumns, type TableRow } from './find-columns.ts';
import { findPairs } from './find-pairs.ts';
import { distancesOf, extendRun, findRun, hasSeveralCells, type Run } from './find-runs.ts';
import { flatWordsOf } from './flat-words.ts';
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
/** Share of the cells of a table that are not empty. */
const filledMin = 0.4;
/** Rows of running text that the columns would divide are at most this share of the rows of a table. */
const crossingMax = 0.2;
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
    const run = findRun(rows, from);
    const isLong = run.to - run.from >= fullRowsMin;
    const table = isLong ? buildTable(rows, extendRun(rows, run, tables.at(-1)?.to ?? 0)) : undefined;
    if (table !== undefined) tables.push(table);
    from = Math.max(table?.to ?? run.to, from + 1);
  }
  return tables;
}

function buildTable(rows: readonly TableRow[], { from, to }: Run): FoundTable | undefined {
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
