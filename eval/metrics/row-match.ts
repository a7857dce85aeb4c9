import { multisetOverlap } from './word-f1.ts';

/** A row of a table: its cells from left to right, in logical order. */
export type TableRow = readonly string[];

/**
 * Number of expected rows that were read exactly: a row was read when it has the same cells in the same order. White space
 * within cells is collapsed and empty cells are left out. Each read row matches at most one expected row.
 */
export function countExactRows(predicted: readonly TableRow[], expected: readonly TableRow[]): number {
  return multisetOverlap(predicted.map(rowKey), expected.map(rowKey));
}

/** Joins the cells of a row by single spaces, as a line of text. */
export function rowText(row: TableRow): string {
  return foldWhiteSpace(row.join(' '));
}

/** Number of expected rows whose text is a line of a text. Each line matches at most one row. */
export function countRowLines(text: string, expected: readonly TableRow[]): number {
  return multisetOverlap(text.split('\n').map(foldWhiteSpace), expected.map(rowText));
}

function rowKey(row: TableRow): string {
  return row
    .map(foldWhiteSpace)
    .filter((cell) => cell !== '')
    .join('\t');
}

function foldWhiteSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
