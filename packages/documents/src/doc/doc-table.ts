import type { ContentBlock } from '@quern/content/blocks/content-block';
import { flattenBlocks } from '@quern/content/blocks/flatten-blocks';
import type { RichText } from '@quern/content/blocks/rich-text';
import { BlockCollector } from '../office/block-collector.ts';
import { blocksOfRows, type EdgeRow } from '../word/edge-table.ts';
import { ParagraphPlacer } from '../word/paragraph-placer.ts';
import type { DocContext } from './doc-parts.ts';
import type { ParagraphFormat } from './paragraph-format.ts';

const cellsMax = 1024;

/** Collects the paragraphs of a table, whose cells and rows end with marks. */
export class DocTable {
  readonly #context: DocContext;
  readonly #rows: EdgeRow[] = [];
  /** The first paragraph in the style Title, else ''. */
  title = '';
  #cells: RichText[] = [];
  #first: readonly ContentBlock[] = [];
  #collector: BlockCollector;
  #placer: ParagraphPlacer;

  constructor(context: DocContext) {
    this.#context = context;
    this.#collector = new BlockCollector(context.blocks, true);
    this.#placer = new ParagraphPlacer(this.#collector, context.numbering);
  }

  /** Takes the paragraphs of the open cell. */
  get placer(): ParagraphPlacer {
    return this.#placer;
  }

  /** Adds the blocks of a table in the open cell. */
  addInner(blocks: readonly ContentBlock[], title: string): void {
    this.#placer.endItem();
    this.title ||= title;
    for (const block of blocks) this.#collector.add(block);
  }

  closeCell(): void {
    const blocks = this.#collector.finish();
    this.title ||= this.#placer.title;
    this.#collector = new BlockCollector(this.#context.blocks, true);
    this.#placer = new ParagraphPlacer(this.#collector, this.#context.numbering);
    if (this.#cells.length >= cellsMax) return;
    if (this.#cells.length === 0) this.#first = blocks;
    this.#cells.push(flattenBlocks(blocks));
  }

  closeRow({ cells, left }: Pick<ParagraphFormat, 'cells' | 'left'>): void {
    if (this.#cells.length > 0)
      this.#rows.push({ cells: this.#cells, first: this.#first, definitions: cells, left });
    this.#cells = [];
    this.#first = [];
  }

  /** @returns the table; the content of a frame, which is a table of a single cell */
  finish(): readonly ContentBlock[] {
    if (this.#cells.length > 0) this.closeRow({ cells: [], left: 0 });
    return blocksOfRows(this.#rows, this.#context.repetitions);
  }
}
