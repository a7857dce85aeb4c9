import type { ContentBlock } from '@quern/content/blocks/content-block';
import { flattenBlocks } from '@quern/content/blocks/flatten-blocks';
import type { RichText } from '@quern/content/blocks/rich-text';
import { type BlockBudget, BlockCollector } from '../office/block-collector.ts';
import type { RepetitionBudget } from '../office/table-builder.ts';
import { blocksOfRows, type EdgeRow } from '../word/edge-table.ts';
import type { RowDefinition } from './row-definition.ts';

/** Columns beyond this number are left out. */
const columnsMax = 256;

/** Collects the cells of a table, whose ends control words mark. */
export class RtfTable {
  readonly #blocks: BlockBudget;
  readonly #repetitions: RepetitionBudget;
  readonly #rows: EdgeRow[] = [];
  /** Blocks of the open cell. */
  #cell: BlockCollector | undefined;
  #cells: RichText[] = [];
  #firstCell: readonly ContentBlock[] = [];

  constructor({
    blocks,
    repetitions,
  }: {
    readonly blocks: BlockBudget;
    readonly repetitions: RepetitionBudget;
  }) {
    this.#blocks = blocks;
    this.#repetitions = repetitions;
  }

  /** Takes the blocks of the open cell, or of a new one. */
  get cell(): BlockCollector {
    this.#cell ??= new BlockCollector(this.#blocks, true);
    return this.#cell;
  }

  /** Whether a cell of the row was begun, and its end is missing. */
  get hasOpenCell(): boolean {
    return this.#cell !== undefined;
  }

  closeCell(): void {
    const blocks = this.cell.finish();
    this.#cell = undefined;
    if (this.#cells.length === 0) this.#firstCell = this.#rows.length === 0 ? blocks : [];
    if (this.#cells.length < columnsMax) this.#cells.push(flattenBlocks(blocks));
  }

  closeRow({ cells: definitions, left }: RowDefinition): void {
    if (this.#cell) this.closeCell();
    if (this.#cells.length > 0)
      this.#rows.push({ cells: this.#cells, first: this.#firstCell, definitions, left });
    this.#cells = [];
  }

  /** @returns the table; the content of a frame, which is a table of a single cell */
  finish(definition: RowDefinition): readonly ContentBlock[] {
    this.closeRow(definition);
    return blocksOfRows(this.#rows, this.#repetitions);
  }
}
