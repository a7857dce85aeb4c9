import type { TableCell } from '../model/document-block.ts';
import { plainText, textOf } from '../model/rich-text.ts';

/** Maximum number of columns of a table in word processors. */
const columnsMax = 63;
/** Characters that a place costs, even if its text is short. */
const placeCost = 8;

/**
 * The text of merged cells is repeated as long as all repetitions together are not longer than this number of
 * characters, so that a small document cannot become a large one.
 */
export class RepetitionBudget {
  #rest: number;

  constructor(charactersMax: number) {
    this.#rest = charactersMax;
  }

  /** @returns whether a text may be repeated */
  take(text: string): boolean {
    this.#rest -= text.length + placeCost;
    return this.#rest >= 0;
  }
}

/** Collects the cells of a table (ECMA-376 part 1, 17.4), each in every place that it covers. */
export class TableBuilder {
  readonly #budget: RepetitionBudget;
  readonly #rows: TableCell[][] = [];
  /** Texts of the paragraphs in the open cell; undefined between cells. */
  #cell: string[] | undefined;
  #columns = 1;
  #continuesAbove = false;

  constructor(budget: RepetitionBudget) {
    this.#budget = budget;
  }

  get isInCell(): boolean {
    return this.#cell !== undefined;
  }

  openRow(): void {
    this.#rows.push([]);
  }

  openCell(): void {
    this.#cell = [];
    this.#columns = 1;
    this.#continuesAbove = false;
  }

  /** @param value number of columns that the open cell covers */
  setColumns(value: string): void {
    this.#columns = Math.max(1, Math.min(Math.trunc(Number(value)) || 1, columnsMax));
  }

  /** @param value `restart` for the first of vertically merged cells */
  setVerticalMerge(value: string | undefined): void {
    this.#continuesAbove = value !== 'restart';
  }

  addText(text: string): void {
    this.#cell?.push(text);
  }

  closeCell(): void {
    const row = this.#rows.at(-1);
    const own = this.#cell?.join(' ').replace(/\s+/g, ' ').trim() ?? '';
    this.#cell = undefined;
    if (!row) return;
    const above = this.#continuesAbove && own === '' ? this.#rows.at(-2)?.[row.length]?.content : undefined;
    const aboveText = above === undefined ? '' : textOf(above);
    const isRepeated = aboveText !== '' && this.#budget.take(aboveText);
    const text = isRepeated ? aboveText : own;
    row.push({ content: plainText(text), isRepeated });
    for (let column = 1; column < this.#columns && this.#budget.take(text); column++) {
      row.push({ content: plainText(text), isRepeated: true });
    }
  }

  /** @returns the rows; one that consists of a single merged cell has its text once, and rows without text are left out */
  finish(): TableCell[][] {
    return this.#rows
      .filter((row) => row.some(({ content }) => content.length > 0))
      .map((row) => (row.slice(1).every(({ isRepeated }) => isRepeated) ? row.slice(0, 1) : row));
  }
}
