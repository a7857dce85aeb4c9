/** A part of a document in reading order. Texts are never blank; `\n` in them is a line break of the document. */
export type DocumentBlock = HeadingBlock | ParagraphBlock | ListItemBlock | TableBlock | VerbatimBlock;

interface PlacedBlock {
  /** Whether plain text has no blank line between the previous block and this one. */
  readonly isAdjacent?: boolean;
}

/** A heading. */
export interface HeadingBlock extends PlacedBlock {
  readonly kind: 'heading';
  /** 1 is the highest of six levels. */
  readonly level: number;
  readonly text: string;
}

/** A paragraph of prose, or lines that belong together. */
export interface ParagraphBlock extends PlacedBlock {
  readonly kind: 'paragraph';
  readonly text: string;
}

/** An item of a list; adjacent items are one list. */
export interface ListItemBlock extends PlacedBlock {
  readonly kind: 'list-item';
  /** 0 for items of the outermost list. */
  readonly depth: number;
  /** Number of an item of an ordered list; undefined for a bullet. */
  readonly number?: number | undefined;
  /** The marker in plain text, such as `•` or `(2)`. */
  readonly marker: string;
  readonly text: string;
}

/** A table. Rows may have fewer cells than the widest one. */
export interface TableBlock extends PlacedBlock {
  readonly kind: 'table';
  readonly rows: readonly (readonly TableCell[])[];
}

/** A cell of a table, in one line. */
export interface TableCell {
  readonly text: string;
  /** Whether the text repeats that of a merged cell, which covers this place too. */
  readonly isRepeated?: boolean;
}

/** The whole text of a plain text file. */
export interface VerbatimBlock extends PlacedBlock {
  readonly kind: 'verbatim';
  readonly text: string;
}

/** Maximum level of a heading, as in Markdown. */
export const headingLevelMax = 6;
/** Maximum depth of list items, as in word processors, counted from 0. */
export const listDepthMax = 8;
