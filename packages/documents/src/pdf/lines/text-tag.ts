/** The role of a line in a tagged PDF. Lines of one block have the same object. */
export interface TextTag {
  readonly role: 'heading' | 'item' | 'paragraph' | 'quote';
  /** Level of a heading, from 1. */
  readonly level: number;
  /** Depth of the list item that the block is, or that it is inside of; from 0. */
  readonly depth: number | undefined;
  /** Number of the outermost list, unique in its page. */
  readonly list: number;
  /** Whether headings are tagged in the document, so that no other text is one. */
  readonly hasHeadings: boolean;
}
