import type { Column, TableRow } from './find-columns.ts';
import { type FlatWord, gapBetween } from './flat-words.ts';
import { type Cell, joinLines } from './join-lines.ts';
import { joinTexts, joinWords, number } from './join-values.ts';

/** Words that are less apart than this, in heights of a line, are one piece of text. */
const pieceGap = 0.55;
/** A row with words in this share of the columns is full: there, less is enough between words of different columns. */
const [fullMin, fullGap] = [0.75, 0.05];
/** Fills the cells of a table, and joins lines that belong to one row. @returns text of the cells, row by row */
export function fillCells(rows: readonly TableRow[], columns: readonly Column[]): string[][] {
  const lines = rows.map((row) => ({ cells: toCells(row, columns), y: row.y, height: row.height }));
  return joinLines(lines).map((cells) => cells.map(({ text }) => text));
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

/** Share of the cells of a table that are not empty. */
export function filledShare(grid: readonly (readonly string[])[]): number {
  const texts = grid.flat();
  return texts.length === 0 ? 0 : texts.filter((text) => text !== '').length / texts.length;
}
