import { type CellRange, columnsMax } from './cell-reference.ts';
import type { SheetCell, SheetRow } from './sheet-cell.ts';

/** A link of the cells in a range. */
export interface SheetLink {
  readonly range: CellRange;
  readonly url: string;
}

/** A cell whose formula has no stored result. */
export interface UnfilledCell {
  readonly row: SheetRow;
  readonly column: number;
  /** Id of its style. */
  readonly style: string;
  readonly isBold: boolean;
  /** The address that the formula links to. */
  readonly url: string | undefined;
}

/** The cells of a sheet. */
export interface SheetGrid {
  /** Rows with text, from top to bottom. */
  readonly rows: SheetRow[];
  readonly merges: readonly CellRange[];
  readonly links: readonly SheetLink[];
  readonly unfilled: readonly UnfilledCell[];
  /** Whether rows or columns with text were left out, because they are hidden. */
  readonly hasHidden: boolean;
}

/** Collects the cells of a sheet, which may come in any order. */
export class GridCollector {
  readonly merges: CellRange[] = [];
  readonly links: SheetLink[] = [];
  readonly #unfilled: UnfilledCell[] = [];
  readonly #rows: SheetRow[] = [];
  readonly #hiddenColumns = new Set<number>();
  /** Rows whose cells do not come from left to right. */
  readonly #unsorted = new Set<SheetRow>();
  #row: SheetRow = { index: -1, cells: [] };
  #isRowHidden = false;
  #isAscending = true;
  #hasHidden = false;

  /** Index of the open row, from 0; -1 before the first one. */
  get rowIndex(): number {
    return this.#row.index;
  }

  openRow(index: number, isHidden: boolean): void {
    this.#row = { index, cells: [] };
    this.#isRowHidden = isHidden;
  }

  /** @param first column from 0 @param last included */
  hideColumns(first: number, last: number): void {
    for (let column = Math.max(first, 0); column <= Math.min(last, columnsMax - 1); column++) {
      // Ranges do not overlap, so that all together have at most as many columns as a sheet.
      if (this.#hiddenColumns.has(column)) return;
      this.#hiddenColumns.add(column);
    }
  }

  /** Adds a cell with text to the open row. */
  add(cell: SheetCell): void {
    if (this.#isRowHidden || this.#hiddenColumns.has(cell.column)) {
      this.#hasHidden = true;
      return;
    }
    const row = this.#row;
    const last = row.cells.at(-1);
    if (last === undefined) {
      const before = this.#rows.at(-1);
      if (before !== undefined && before.index >= row.index) this.#isAscending = false;
      this.#rows.push(row);
    } else if (last.column >= cell.column) this.#unsorted.add(row);
    row.cells.push(cell);
  }

  /** Adds a place in the open row for a result that is computed later. */
  addUnfilled(cell: Omit<UnfilledCell, 'row'>): void {
    if (this.#isRowHidden || this.#hiddenColumns.has(cell.column)) return;
    this.#unfilled.push({ ...cell, row: this.#row });
  }

  finish(): SheetGrid {
    const rows = this.#rows;
    if (!this.#isAscending) rows.sort((a, b) => a.index - b.index);
    for (const row of this.#unsorted) {
      const byColumn = new Map(row.cells.map((cell) => [cell.column, cell]));
      row.cells = [...byColumn.values()].toSorted((a, b) => a.column - b.column);
    }
    return {
      rows,
      merges: this.merges,
      links: this.links,
      unfilled: this.#unfilled,
      hasHidden: this.#hasHidden,
    };
  }
}
