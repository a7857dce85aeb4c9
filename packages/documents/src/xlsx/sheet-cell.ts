import type { TableCell } from '../model/document-block.ts';

/** A cell with its place in a row. */
export interface SheetCell {
  readonly column: number;
  readonly cell: TableCell;
  /** Whether it has a number, a date or a truth value. */
  readonly isValue: boolean;
  readonly isBold: boolean;
}

/** A row that has a cell with text. */
export interface SheetRow {
  /** From 0. */
  readonly index: number;
  /** From left to right, without empty ones. */
  cells: SheetCell[];
}
