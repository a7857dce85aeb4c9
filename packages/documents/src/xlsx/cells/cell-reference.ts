/** Maximum number of rows of a sheet. */
export const rowsMax = 1_048_576;
/** Maximum number of columns of a sheet. */
export const columnsMax = 16_384;

/** A place on a sheet, counted from 0. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** Places from the top left to the bottom right one, both included. */
export interface CellRange {
  readonly first: CellPlace;
  readonly last: CellPlace;
}

/** Parses a reference such as `AB12` or `$A$1`. @returns undefined if there is no such place */
export function parseReference(reference: string): CellPlace | undefined {
  let column = 0;
  let row = 0;
  for (let index = 0; index < reference.length; index++) {
    const code = reference.charCodeAt(index);
    if (code >= 65 && code <= 90) column = column * 26 + code - 64;
    else if (code >= 97 && code <= 122) column = column * 26 + code - 96;
    else if (code >= 48 && code <= 57) row = row * 10 + code - 48;
    else if (code !== 36) return undefined;
  }
  return row >= 1 && row <= rowsMax && column >= 1 && column <= columnsMax
    ? { row: row - 1, column: column - 1 }
    : undefined;
}

/** Parses a range such as `A1:C3`, or a single reference. */
export function parseRange(range: string): CellRange | undefined {
  const [start = '', end = start] = range.split(':', 2);
  const a = parseReference(start);
  const b = parseReference(end);
  if (!a || !b) return undefined;
  return {
    first: { row: Math.min(a.row, b.row), column: Math.min(a.column, b.column) },
    last: { row: Math.max(a.row, b.row), column: Math.max(a.column, b.column) },
  };
}
