import type { ContentBlock, ListItemBlock } from '@quern/content/blocks/content-block';
import { countNodes } from '@quern/content/blocks/rich-text';
import { DocumentError } from '../errors/document-error.ts';

/** The role of a paragraph among others of its kind. */
export interface BlockPlacement {
  /** Whether the block is part of a quotation. */
  readonly isQuote?: boolean | undefined;
}

/** Maximum cost of all blocks of a document, which take at most a few hundred megabytes. */
const costMax = 900_000;
const blockCost = 3;
/** Cost of a block in a cell, which becomes a text. A node of its content costs 1 as well, beyond the first. */
const cellBlockCost = 1;

/** Counts the blocks of a document, including those in cells and notes. */
export class BlockBudget {
  #rest = costMax;

  /** @throws DocumentError `too_complex` */
  take(cost: number): void {
    this.#rest -= cost;
    if (this.#rest < 0)
      throw new DocumentError(
        'too_complex',
        'The document has too many paragraphs or changes of the format: split it.',
      );
  }
}

/** Collects blocks in reading order. Adjacent lines of code become one listing, and adjacent quotes one quotation. */
export class BlockCollector {
  readonly #budget: BlockBudget;
  readonly #cost: number;
  readonly #blocks: ContentBlock[] = [];
  #quote: ContentBlock[] = [];
  #code: string[] = [];
  #codeDepth: number | undefined;
  /** Number of the last item of the outermost list. */
  #outerNumber: number | undefined;

  /** @param isInCell whether the blocks are those of a table cell */
  constructor(budget: BlockBudget, isInCell = false) {
    this.#budget = budget;
    this.#cost = isInCell ? cellBlockCost : blockCost;
  }

  /** The block before the next one; undefined at the beginning and after code or a quotation. */
  get last(): ContentBlock | undefined {
    return this.#code.length > 0 || this.#quote.length > 0 ? undefined : this.#blocks.at(-1);
  }

  /** Whether lines of code are open, so that an empty line belongs to them. */
  get isInCode(): boolean {
    return this.#code.length > 0;
  }

  add(block: ContentBlock, { isQuote = false }: BlockPlacement = {}): void {
    this.#budget.take(this.#cost + ('content' in block ? countNodes(block.content) : 0));
    this.#closeCode();
    if (!isQuote) this.#closeQuote();
    const blocks = isQuote ? this.#quote : this.#blocks;
    blocks.push(block.kind === 'list-item' ? this.#placeItem(block, blocks.at(-1)) : block);
  }

  /** A list whose numbers begin again is another list. */
  #placeItem(item: ListItemBlock, before: ContentBlock | undefined): ListItemBlock {
    const isInList = before?.kind === 'list-item' || before?.itemDepth !== undefined;
    const last = isInList ? this.#outerNumber : undefined;
    const startsList =
      item.depth === 0 && last !== undefined && item.number !== undefined && item.number <= last;
    if (item.depth === 0 || !isInList) this.#outerNumber = item.depth === 0 ? item.number : undefined;
    const isAdjacent = before?.kind === 'list-item';
    return { ...item, ...(isAdjacent && { isAdjacent }), ...(startsList && { startsList }) };
  }

  /** @param lines of a listing; an empty text is an empty line @param itemDepth set inside of a list item */
  addCode(lines: string, itemDepth?: number): void {
    if (this.#code.length > 0 && this.#codeDepth !== itemDepth) this.#closeCode();
    this.#closeQuote();
    this.#codeDepth = itemDepth;
    this.#code.push(lines);
  }

  finish(): ContentBlock[] {
    this.#closeCode();
    this.#closeQuote();
    return this.#blocks;
  }

  #closeCode(): void {
    if (this.#code.length === 0) return;
    const text = this.#code.join('\n').replace(/^(?:[^\S\n]*\n)+|\s+$/g, '');
    this.#code = [];
    if (text.trim() === '') return;
    this.#budget.take(this.#cost);
    this.#blocks.push({ kind: 'code', text, itemDepth: this.#codeDepth });
  }

  #closeQuote(): void {
    if (this.#quote.length === 0) return;
    this.#budget.take(this.#cost);
    this.#blocks.push({ kind: 'quote', blocks: this.#quote });
    this.#quote = [];
  }
}
