/** The value of a cell or of a part of a formula; null for an empty cell. */
export type Scalar = number | string | boolean | null | FormulaError;

/** The values of a range, in rows. */
export interface RangeValues {
  readonly rows: number;
  readonly columns: number;
  /** Values that are not empty, with their places in the range, from 0. */
  readonly cells: Iterable<{ readonly row: number; readonly column: number; readonly value: Scalar }>;
}

/** An error value such as `#DIV/0!` (ECMA-376 part 1, 18.17.3). */
export class FormulaError {
  readonly code: string;

  constructor(code: string) {
    this.code = code;
  }
}

/** Thrown where a formula has parts that are not computed: unknown functions, names, arrays, references to other files. */
export class UncomputedFormula extends Error {}

/** Division by zero, or a mean of nothing. */
export const divisionByZero = new FormulaError('#DIV/0!');
/** A value of the wrong type. */
export const wrongValue = new FormulaError('#VALUE!');
/** A number that cannot be computed. */
export const wrongNumber = new FormulaError('#NUM!');
/** A value that is not available. */
export const notAvailable = new FormulaError('#N/A');
/** A reference outside of the sheet. */
export const wrongReference = new FormulaError('#REF!');

/** Whether a value is an error value. */
export function isError(value: unknown): value is FormulaError {
  return value instanceof FormulaError;
}

/** A parameter of a function: a value or a range, computed when it is needed. */
export type Parameter = () => Scalar | RangeValues;

/** Whether a parameter is a range. */
export function isRange(value: Scalar | RangeValues): value is RangeValues {
  return typeof value === 'object' && value !== null && 'cells' in value;
}

/** Converts a value as operators do: texts that are numbers count, empty cells are 0. */
export function toNumber(value: Scalar): number | FormulaError {
  if (typeof value === 'number') return value;
  if (value === null) return 0;
  if (typeof value === 'boolean') return Number(value);
  if (isError(value)) return value;
  const number = value.trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : wrongValue;
}

/** Converts a value as `&` does, numbers with up to 15 digits. */
export function toText(value: Scalar): string | FormulaError {
  if (isError(value)) return value;
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return typeof value === 'number' ? String(Number(value.toPrecision(15))) : value;
}

/** Converts a value as conditions do. */
export function toBoolean(value: Scalar): boolean | FormulaError {
  if (typeof value !== 'string') return isError(value) ? value : Boolean(value);
  const text = value.toUpperCase();
  return text === 'TRUE' ? true : text === 'FALSE' ? false : wrongValue;
}

/** Orders values as sorting does: numbers, then texts without regard to case, then truth values. */
export function compareValues(left: Scalar, right: Scalar): number {
  const [a, b] = [emptyLike(left, right), emptyLike(right, left)];
  const difference = rankOf(a) - rankOf(b);
  if (difference !== 0) return difference;
  if (typeof a === 'string' && typeof b === 'string') {
    const [first, second] = [a.toLowerCase(), b.toLowerCase()];
    return first < second ? -1 : first > second ? 1 : 0;
  }
  return Number(a) - Number(b);
}

/** An empty cell equals 0 and the empty text. */
function emptyLike(value: Scalar, other: Scalar): Scalar {
  if (value !== null) return value;
  return typeof other === 'string' ? '' : typeof other === 'boolean' ? false : 0;
}

function rankOf(value: Scalar): number {
  return typeof value === 'number' ? 0 : typeof value === 'string' ? 1 : 2;
}
