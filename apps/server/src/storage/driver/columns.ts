import type { Row } from './driver.ts';

/**
 * Typed access to the columns of a row: the only place where database values become application values. Each
 * function throws an Error that names the column if its value has another type, which is a bug in a query.
 */

/** Returns a text column. */
export function text(row: Row, column: string): string {
  const value = row[column];
  return typeof value === 'string' ? value : mismatch(column, 'text', value);
}

/** Returns a text column that may be NULL. */
export function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : text(row, column);
}

/** Returns an integer column. PostgreSQL returns a SUM of 64-bit integers as NUMERIC, that is, as text. */
export function integer(row: Row, column: string): number {
  const value = row[column];
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return Number.isSafeInteger(number) ? Number(number) : mismatch(column, 'an integer', value);
}

/** Returns an integer column that may be NULL. */
export function integerOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : integer(row, column);
}

function mismatch(column: string, expected: string, value: unknown): never {
  throw new Error(`the column ${column} is not ${expected} but ${typeof value}`);
}
