import type { ContentBlock } from '@quern/content/blocks/content-block';

/** The blocks of a document as they are built; consecutive quoted ones become one quotation. */
export class BlockList {
  readonly blocks: ContentBlock[] = [];
  #quoted: ContentBlock[] | undefined;

  add(block: ContentBlock): void {
    this.#quoted = undefined;
    this.blocks.push(block);
  }

  addQuoted(block: ContentBlock): void {
    if (this.#quoted !== undefined) {
      this.#quoted.push(block);
      return;
    }
    this.#quoted = [block];
    const { page, box } = block;
    this.blocks.push({ kind: 'quote', blocks: this.#quoted, page, box });
  }
}
