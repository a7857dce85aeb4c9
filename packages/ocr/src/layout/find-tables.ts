import { isRightToLeft } from '../recognition/bidi-class.ts';
import { centerOf } from './build-rows.ts';
import { type Column, findColumns, type TableRow } from './find-columns.ts';
import { type FlatWord, flatWordsOf } from './flat-words.ts';
import { type FlatSegment, median } from './segment.ts';

/** A table of a block: consecutive rows whose cells form columns. */
export interface FoundTable {
  /** Index of its first row in the block, and of the row after its last. */
  readonly from: number;
  readonly to: number;
  /** Text of each cell, row by row; empty where a row has none. All rows have as many cells. */
  readonly rows: readonly (readonly string[])[];
}

/** Rows with several cells that a table has at least. */
const rowsMin = 3;
/** A gap of this share of the height of a line separates cells, whatever the other rows look like. */
const wideGap = 0.7;
/** Words that are closer than this share are one piece of text; at a gutter, that are closer than the second. */
const [pieceGap, gutterGap] = [0.4, 0.27];
/** A table has ended where rows are further apart than this many times their usual distance. */
const pitchRatio = 1.6;
/** Rows with one cell between others, such as the second line of a description. */
const singlesMax = 3;
/** Share of the cells of a table that are not empty. */
const filledMin = 0.4;
/** Rows are further apart than this many heights only if a table has ended. */
const distanceMax = 3.2;
/** A second line of a cell starts where the first starts, within this share of the height of a line. */
const indentMax = 0.8;

/** Finds the tables of a block, from its rows. */
export function findTables(block: readonly (readonly FlatSegment[])[]): FoundTable[] {
  const rows: TableRow[] = block.map((segments) => ({
    words: flatWordsOf(segments),
    y: centerOf(segments),
    height: median(segments.map(({ height }) => height)),
  }));
  const tables: FoundTable[] = [];
  for (let from = 0; from < rows.length; ) {
    const to = runEnd(rows, from);
    const table = to - from >= rowsMin ? buildTable(rows, from, to) : undefined;
    if (table !== undefined) tables.push(table);
    from = Math.max(to, from + 1);
  }
  return tables;
}

function hasSeveralCells({ words, height }: TableRow): boolean {
  return words.some((word, index) => word.left - (words[index - 1]?.right ?? word.left) > height * wideGap);
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

function buildTable(rows: readonly TableRow[], from: number, to: number): FoundTable | undefined {
  const members = withContinuation(rows, from, to);
  const several = members.filter(hasSeveralCells);
  if (several.length < rowsMin) return undefined;
  const columns = findColumns(several);
  if (columns.length < 2) return undefined;
  const grid = joinContinuations(members.map((row) => toCells(row, columns)));
  const filled = grid.flat().filter((text) => text !== '').length;
  if (filled < grid.length * columns.length * filledMin) return undefined;
  return { from, to: from + members.length, rows: grid };
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
  const isAligned = last.words.some(({ left }) => Math.abs(left - start) < height * indentMax);
  return rows.slice(from, isIndented && isAligned ? to + 1 : to);
}

interface Cell {
  readonly text: string;
  readonly left: number;
  readonly height: number;
}

/** Puts the pieces of a row into the columns that they overlap most, or that are nearest. */
function toCells(row: TableRow, columns: readonly Column[]): Cell[] {
  const { height } = row;
  const cells: Cell[] = columns.map(() => ({ text: '', left: 0, height }));
  for (const piece of piecesOf(row, columns)) {
    const index = columnOf(piece, columns);
    const cell = cells[index];
    if (cell === undefined) continue;
    cells[index] =
      cell.text === '' ? { ...piece, height } : { ...cell, text: joinTexts(cell.text, piece.text) };
  }
  return cells;
}

/** Joins the words of a row that are a space apart; at a gutter, a narrower gap separates as well. */
function piecesOf({ words, height }: TableRow, columns: readonly Column[]): FlatWord[] {
  const pieces: FlatWord[] = [];
  for (const word of words) {
    const before = pieces.at(-1);
    const gap = before === undefined ? Infinity : word.left - before.right;
    const isAtGutter =
      before !== undefined && isBetweenColumns((before.right + word.left) / 2, columns, height);
    if (before === undefined || gap > height * (isAtGutter ? gutterGap : pieceGap)) pieces.push(word);
    else
      pieces[pieces.length - 1] = {
        text: joinTexts(before.text, word.text),
        left: before.left,
        right: word.right,
      };
  }
  return pieces;
}

/** Joins texts that stand next to each other; those from right to left are read in the other order. */
function joinTexts(left: string, right: string): string {
  return isRightToLeft([...left, ...right]) ? `${right} ${left}` : `${left} ${right}`;
}

function isBetweenColumns(x: number, columns: readonly Column[], height: number): boolean {
  const slack = height * 0.15;
  return columns.some(
    ({ left }, index) => index > 0 && x > (columns[index - 1]?.right ?? 0) - slack && x < left + slack,
  );
}

function columnOf(piece: FlatWord, columns: readonly Column[]): number {
  let [best, bestOverlap] = [0, -Infinity];
  for (const [index, { left, right }] of columns.entries()) {
    const overlap = Math.min(piece.right, right) - Math.max(piece.left, left);
    if (overlap > bestOverlap) [best, bestOverlap] = [index, overlap];
  }
  return best;
}

/**
 * Joins rows that continue the cell above: they have text in one column only, not the first, and start where the text
 * above starts.
 */
function joinContinuations(rows: readonly Cell[][]): string[][] {
  const joined: { cells: Cell[]; count: number }[] = [];
  for (const cells of rows) {
    const above = joined.at(-1);
    const index = cells.findIndex(({ text }) => text !== '');
    const count = cells.filter(({ text }) => text !== '').length;
    const [cell, target] = [cells[index], above?.cells[index]];
    const continues =
      count === 1 &&
      index > 0 &&
      above !== undefined &&
      above.count > 1 &&
      cell !== undefined &&
      target !== undefined &&
      target.text !== '' &&
      Math.abs(cell.left - target.left) < cell.height * indentMax;
    if (continues) above.cells[index] = { ...target, text: `${target.text} ${cell.text}` };
    else joined.push({ cells: [...cells], count });
  }
  return joined.map(({ cells }) => cells.map(({ text }) => text));
}
