import type { DocumentBlock } from '../../model/document-block.ts';

/** The blocks of a document as they are built; consecutive quoted ones become one quotation. */
export class BlockList {
  readonly blocks: DocumentBlock[] = [];
  #quoted: DocumentBlock[] | undefined;

  add(block: DocumentBlock): void {
    this.#quoted = undefined;
    this.blocks.push(block);
  }

  addQuoted(block: DocumentBlock): void {
    if (this.#quoted !== undefined) {
      this.#quoted.push(block);
      return;
    }
    this.#quoted = [block];
    const { page, box } = block;
    this.blocks.push({ kind: 'quote', blocks: this.#quoted, page, box });
  }
}
