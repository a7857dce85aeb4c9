import type { TableCell } from '@quern/content/blocks/content-block';
import { isBlank, type RichText, textOf } from '@quern/content/blocks/rich-text';
import { DocumentError } from '../errors/document-error.ts';

/** Maximum number of columns of a table. */
const columnsMax = 1024;
/** Maximum number of places of all tables of a document, with empty ones. */
const placesMax = 1_500_000;
/** Characters that a place costs, even if its text is short. */
const placeCost = 8;
const nothing: RichText = [];

/**
 * The text of merged cells is repeated as long as all repetitions together are not longer than this number of
 * characters, so that a small document cannot become a large one.
 */
export class RepetitionBudget {
  #rest: number;
  #places = placesMax;

  constructor(charactersMax: number) {
    this.#rest = charactersMax;
  }

  /** Counts a place of a table. @throws DocumentError `too_complex` */
  takePlace(): void {
    if (--this.#places < 0)
      throw new DocumentError('too_complex', 'The tables of the document are too large: split it.');
  }

  /** @returns whether a text may be repeated */
  take(text: RichText): boolean {
    this.#rest -= textOf(text).length + placeCost;
    return this.#rest >= 0;
  }
}

/** Collects the cells of a table, each in every place that it covers. */
export class TableBuilder {
  readonly #budget: RepetitionBudget;
  readonly #rows: TableCell[][] = [];
  /** Number of places of the open row that the last cell covers, and that the format states too. */
  #covered = 0;

  constructor(budget: RepetitionBudget) {
    this.#budget = budget;
  }

  /** Whether no row was opened yet. */
  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  openRow(): void {
    this.#rows.push([]);
    this.#covered = 0;
  }

  /** @param columns number of columns that the cell covers */
  addCell(content: RichText, columns = 1): void {
    this.#place({ content }, columns);
    this.#covered = clampColumns(columns) - 1;
  }

  /** Adds equal cells, as many as the budget allows. */
  addCells(content: RichText, columns: number, times: number): void {
    for (let time = 0; time < times && !this.#isFull; time++) {
      if (time > 0 && !this.#budget.take(content)) return;
      this.addCell(content, columns);
    }
  }

  /** Whether the budget allows another row with the texts. */
  allowsRow(texts: readonly RichText[]): boolean {
    return texts.every((text) => this.#budget.take(text));
  }

  get #isFull(): boolean {
    return (this.#rows.at(-1)?.length ?? 0) >= columnsMax;
  }

  /** Adds a cell that continues the one above, unless it has content. */
  addContinued(content: RichText, columns = 1): void {
    const above = isBlank(content) ? this.#rows.at(-2)?.[this.#rows.at(-1)?.length ?? 0]?.content : undefined;
    const isRepeated = above !== undefined && !isBlank(above) && this.#budget.take(above);
    this.#place({ content: isRepeated ? above : content, isRepeated }, columns);
    this.#covered = 0;
  }

  /** Adds a place that a cell before or above covers, in formats that state such places. */
  addCovered(): void {
    if (this.#covered > 0) this.#covered -= 1;
    else this.addContinued(nothing);
  }

  /** Adds a place that the cell before covers, unless it has content. */
  addCoveredBefore(content: RichText): void {
    const before = isBlank(content) ? this.#rows.at(-1)?.at(-1)?.content : undefined;
    const isRepeated = before !== undefined && !isBlank(before) && this.#budget.take(before);
    this.#place({ content: isRepeated ? before : content, isRepeated }, 1);
  }

  /** Adds places without a cell. */
  skip(columns: number): void {
    const row = this.#rows.at(-1);
    for (let rest = columns; rest > 0 && row && row.length < columnsMax; rest--) {
      this.#budget.takePlace();
      row.push({ content: nothing });
    }
  }

  #place(cell: TableCell, columns: number): void {
    const row = this.#rows.at(-1);
    if (!row || row.length >= columnsMax) return;
    this.#budget.takePlace();
    row.push(cell);
    for (let column = 1; column < clampColumns(columns) && row.length < columnsMax; column++) {
      const isRepeated = this.#budget.take(cell.content);
      if (!isRepeated && isBlank(cell.content)) return;
      this.#budget.takePlace();
      row.push(isRepeated ? { content: cell.content, isRepeated } : { content: nothing });
    }
  }

  /** @returns the rows; one that consists of a single merged cell has its text once, and rows without text are left out */
  finish(): TableCell[][] {
    const rows = this.#rows
      .filter((row) => row.some(({ content }) => !isBlank(content)))
      .map((row) => (row.slice(1).every(({ isRepeated }) => isRepeated) ? row.slice(0, 1) : row));
    const [header, ...rest] = rows;
    return header ? [header.map(withoutBold), ...rest] : [];
  }
}

/** @returns a number of columns within bounds; 1 if it is not a number */
function clampColumns(columns: number): number {
  return Math.max(1, Math.min(Math.trunc(columns) || 1, columnsMax));
}

/** The header of a table is bold in Markdown without any markup. */
function withoutBold(cell: TableCell): TableCell {
  const [only, ...others] = cell.content;
  if (only?.type !== 'emphasis' || only.mark !== '**' || others.length > 0) return cell;
  return { ...cell, content: only.children };
}
