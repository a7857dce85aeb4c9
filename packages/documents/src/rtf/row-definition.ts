import type { EdgeCell } from '../word/edge-table.ts';

/** Cells beyond this number are left out. */
const cellsMax = 256;

/** The definition of the rows of a table, by control words before or after them. */
export class RowDefinition {
  /** Left edge in twips. */
  left = 0;
  cells: readonly EdgeCell[] = [];
  #next = createCell();

  /** Reads a control word. @returns whether it is one of the definition of a row */
  read(name: string, value: number): boolean {
    if (name === 'trowd') {
      this.cells = [];
      this.#next = createCell();
      this.left = 0;
    } else if (name === 'trleft') this.left = value;
    else if (name === 'cellx') this.#closeCell(value);
    else if (name === 'clmgf' || name === 'clmrg')
      this.#next.horizontal = name === 'clmgf' ? 'first' : 'continued';
    else if (name === 'clvmgf' || name === 'clvmrg')
      this.#next.vertical = name === 'clvmgf' ? 'first' : 'continued';
    else return false;
    return true;
  }

  #closeCell(right: number): void {
    if (this.cells.length >= cellsMax) return;
    this.cells = [...this.cells, { ...this.#next, right }];
    this.#next = createCell();
  }
}

function createCell(): EdgeCell {
  return { right: 0, horizontal: 'single', vertical: 'single' };
}
