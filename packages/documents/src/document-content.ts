import type { DocumentBlock } from './blocks/document-block.ts';

/** A document as read from its file, in a form that all writers share. */
export interface DocumentContent {
  readonly blocks: readonly DocumentBlock[];
  readonly format: 'pdf' | 'docx' | 'txt';
  /** The title in the document's metadata, else ''. */
  readonly title: string;
  /** Number of pages of a PDF. */
  readonly pageCount?: number;
}
