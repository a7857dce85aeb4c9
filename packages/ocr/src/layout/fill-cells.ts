import type { Column, TableRow } from './find-columns.ts';
import { type FlatWord, gapBetween } from './flat-words.ts';
import { joinTexts, joinWords, number } from './join-values.ts';

/** Words that are less apart than this, in heights of a line, are one piece of text. */
const pieceGap = 0.55;
/** A row with words in this share of the columns is full: there, less is enough between words of different columns. */
const [fullMin, fullGap] = [0.75, 0.05];
/** A second line of a cell starts where the first starts, within this share of the height of a line. */
const indentMax = 0.8;
/** Lines of one row of a table are closer than this share of the usual distance of its rows. */
const tightRatio = 0.82;
/** The usual distance is the one that this share of the distances is below. */
const usualShare = 0.6;
const numeric = /^[\p{Sc}(+-]*\d[\d\p{P}\p{Sc}\s]*$/u;

interface Cell {
  readonly text: string;
  readonly left: number;
}

interface CellRow {
  readonly cells: readonly Cell[];
  /** Of its last line. */
  readonly y: number;
  readonly height: number;
}

/** Fills the cells of a table, and joins lines that belong to one row. @returns text of the cells, row by row */
export function fillCells(rows: readonly TableRow[], columns: readonly Column[]): string[][] {
  const filled = rows.map((row) => ({ cells: toCells(row, columns), y: row.y, height: row.height }));
  const limit = usualDistance(filled) * tightRatio;
  const joined: CellRow[] = [];
  for (const row of filled) {
    const above = joined.at(-1);
    if (above !== undefined && continues(above, row, limit))
      joined[joined.length - 1] = { ...row, cells: joinCells(above.cells, row.cells) };
    else joined.push(row);
  }
  return joined.map(({ cells }) => cells.map(({ text }) => text));
}

/** Puts the pieces of a row into the columns that they overlap most, or that are nearest. */
function toCells(row: TableRow, columns: readonly Column[]): Cell[] {
  const cells: Cell[] = columns.map(() => ({ text: '', left: 0 }));
  for (const { text, left, right } of piecesOf(row, columns)) {
    const index = columnOf({ left, right }, columns);
    const cell = cells[index];
    if (cell !== undefined)
      cells[index] = cell.text === '' ? { text, left } : { ...cell, text: joinTexts(cell.text, text) };
  }
  return cells;
}

/** Joins the words of a row that are one piece of text. */
function piecesOf(row: TableRow, columns: readonly Column[]): FlatWord[] {
  const places = row.words.map((word) => columnOf(word, columns));
  const isFull = new Set(places).size >= columns.length * fullMin;
  const pieces: FlatWord[] = [];
  for (const [index, word] of row.words.entries()) {
    const [piece, before] = [pieces.at(-1), row.words[index - 1]];
    const [from, to] = [columns[places[index - 1] ?? 0], columns[places[index] ?? 0]];
    const isEnd =
      before === undefined ||
      (from !== to && gapBetween(before, word, row.height) > separatingGap(before, word, from, to, isFull));
    if (piece === undefined || isEnd) pieces.push(word);
    else pieces[pieces.length - 1] = joinWords(piece, word);
  }
  return pieces;
}

/** The gap that separates two words of different columns, in heights of a line. */
function separatingGap(
  before: FlatWord,
  word: FlatWord,
  from: Column | undefined,
  to: Column | undefined,
  isFull: boolean,
): number {
  if (from === undefined || to === undefined) return pieceGap;
  const areNumbers = number.test(before.text) && number.test(word.text);
  if (areNumbers && isIn(before, from) && isIn(word, to)) return -Infinity;
  return isFull && middleOf(before) < to.left && middleOf(word) > from.right ? fullGap : pieceGap;
}

const isIn = (word: FlatWord, { left, right }: Column): boolean =>
  middleOf(word) > left && middleOf(word) < right;

const middleOf = ({ left, right }: FlatWord): number => (left + right) / 2;

function columnOf(piece: Column, columns: readonly Column[]): number {
  let [best, bestOverlap] = [0, -Infinity];
  for (const [index, { left, right }] of columns.entries()) {
    const overlap = Math.min(piece.right, right) - Math.max(piece.left, left);
    if (overlap > bestOverlap) [best, bestOverlap] = [index, overlap];
  }
  return best;
}

/** The usual distance of neighboring rows, in pixels. */
function usualDistance(rows: readonly CellRow[]): number {
  const distances = rows.slice(1).map((row, index) => row.y - (rows[index]?.y ?? row.y));
  return distances.toSorted((a, b) => a - b)[Math.floor(distances.length * usualShare)] ?? 0;
}

/**
 * Whether a row continues the one above: it is close to it, without numbers in the same columns; or it has text in one
 * column only, not the first, and starts where the text above starts.
 */
function continues(above: CellRow, row: CellRow, tightDistance: number): boolean {
  const used = row.cells.flatMap(({ text }, index) => (text === '' ? [] : [index]));
  const [index] = used;
  if (index === undefined) return false;
  if (row.y - above.y < tightDistance)
    return !used.some(
      (at) => numeric.test(above.cells[at]?.text ?? '') && numeric.test(row.cells[at]?.text ?? ''),
    );
  const [cell, target] = [row.cells[index], above.cells[index]];
  if (used.length > 1 || index === 0 || cell === undefined || target === undefined) return false;
  const isSingle = above.cells.filter(({ text }) => text !== '').length < 2;
  return !isSingle && target.text !== '' && Math.abs(cell.left - target.left) < row.height * indentMax;
}

const joinCells = (above: readonly Cell[], below: readonly Cell[]): Cell[] =>
  above.map((cell, index) => {
    const other = below[index];
    if (other === undefined || other.text === '') return cell;
    return cell.text === '' ? other : { ...cell, text: `${cell.text} ${other.text}` };
  });

/** Share of the cells of a table that are not empty. */
export function filledShare(grid: readonly (readonly string[])[]): number {
  const texts = grid.flat();
  return texts.length === 0 ? 0 : texts.filter((text) => text !== '').length / texts.length;
}
