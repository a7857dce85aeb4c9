import type { TextRange } from '@quern/text/span';
import type { RichText } from './rich-text.ts';

/** A part of a document in reading order. Texts are never blank, except those of cells. */
export type ContentBlock =
  | HeadingBlock
  | ParagraphBlock
  | ListItemBlock
  | TableBlock
  | CodeBlock
  | QuoteBlock
  | FootnoteBlock
  | FigureBlock
  | FormulaBlock
  | RuleBlock
  | VerbatimBlock;

/** Edges in points (1/72 inch) from the top left corner of the page as displayed. */
export interface PageBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface PlacedBlock {
  /** Number of the page, slide or sheet on which the block begins, from 1; undefined in formats without pages. */
  readonly page?: number | undefined;
  /** Place on the page, if the format states it. */
  readonly box?: PageBox | undefined;
  /** Whether plain text has no blank line between the previous block and this one. */
  readonly isAdjacent?: boolean | undefined;
  /** Set if the block is part of the last list item of this depth, such as its second paragraph. */
  readonly itemDepth?: number | undefined;
  /** Place in the Markdown that the block was read from. */
  readonly range?: TextRange | undefined;
}

/** A heading. */
export interface HeadingBlock extends PlacedBlock {
  readonly kind: 'heading';
  /** 1 is the highest of six levels. */
  readonly level: number;
  readonly content: RichText;
}

/** A paragraph of prose, or lines that belong together. */
export interface ParagraphBlock extends PlacedBlock {
  readonly kind: 'paragraph';
  readonly content: RichText;
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
  readonly content: RichText;
  /** Whether a checkbox is checked; undefined for items without one. */
  readonly isChecked?: boolean | undefined;
  /** Whether another list begins here, directly after the one before. */
  readonly startsList?: boolean | undefined;
}

/** A table as a grid. Rows may have fewer cells than the widest one. */
export interface TableBlock extends PlacedBlock {
  readonly kind: 'table';
  readonly rows: readonly (readonly TableCell[])[];
  /** False if the first row does not name the columns; Markdown then has an empty header. */
  readonly hasHeader?: boolean | undefined;
  /** By column; undefined for columns without one. */
  readonly alignments?: readonly (CellAlignment | undefined)[] | undefined;
}

/** Alignment of the text in a column. */
export type CellAlignment = 'left' | 'center' | 'right';

/** A place of the grid of a table. */
export interface TableCell {
  readonly content: RichText;
  /** Whether the content repeats that of a merged cell, which covers this place too. */
  readonly isRepeated?: boolean | undefined;
}

/** A listing, whose white space counts. */
export interface CodeBlock extends PlacedBlock {
  readonly kind: 'code';
  readonly text: string;
  /** The programming language, if the document states it. */
  readonly language?: string | undefined;
}

/** A quotation. */
export interface QuoteBlock extends PlacedBlock {
  readonly kind: 'quote';
  readonly blocks: readonly ContentBlock[];
}

/** The text of a footnote or endnote. */
export interface FootnoteBlock extends PlacedBlock {
  readonly kind: 'footnote';
  /** Unique in the document: letters, digits and hyphens. References to it are inline nodes with the same label. */
  readonly label: string;
  readonly content: RichText;
}

/** An image that is described, or has an address. A caption is a paragraph after it. */
export interface FigureBlock extends PlacedBlock {
  readonly kind: 'figure';
  readonly alternativeText: string;
  /** '' if the image is inside the document. */
  readonly url: string;
}

/** A formula on separate lines. */
export interface FormulaBlock extends PlacedBlock {
  readonly kind: 'formula';
  /** In TeX. */
  readonly tex: string;
}

/** A thematic break, such as a line across the page. */
export interface RuleBlock extends PlacedBlock {
  readonly kind: 'rule';
}

/** Text that is Markdown already, or the whole text of a plain text file. */
export interface VerbatimBlock extends PlacedBlock {
  readonly kind: 'verbatim';
  readonly text: string;
}

/** Maximum level of a heading, as in Markdown. */
export const headingLevelMax = 6;
/** Maximum depth of list items, as in word processors, counted from 0. */
export const listDepthMax = 8;
