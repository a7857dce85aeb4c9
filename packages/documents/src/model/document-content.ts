import type { ContentBlock } from '@quern/content/blocks/content-block';

/** The formats that can be read. */
export const documentFormats = [
  ...(['pdf', 'docx', 'doc', 'pptx', 'ppt', 'xlsx', 'xls', 'odt', 'ods', 'odp', 'epub', 'html'] as const),
  ...(['rtf', 'csv', 'eml', 'msg', 'zip', 'markdown', 'txt', 'image'] as const),
] as const;

/** A format that can be read. */
export type DocumentFormat = (typeof documentFormats)[number];

/** What a document says about itself; '' for what it does not say. */
export interface DocumentMetadata {
  readonly title: string;
  readonly author: string;
  /** RFC 3339. */
  readonly createdAt: string;
  /** RFC 3339. */
  readonly modifiedAt: string;
  /** BCP 47. */
  readonly language: string;
}

/** Metadata of a document that says nothing about itself. */
export const emptyMetadata: DocumentMetadata = {
  title: '',
  author: '',
  createdAt: '',
  modifiedAt: '',
  language: '',
};

/** Place of a page that is recognized in a file inside of a document. */
export interface PageSource {
  /** Ordinal of the file among all files inside of the document. */
  readonly part: number;
  /** Number of the page in this file. */
  readonly number: number;
}

/** A page, slide or sheet. */
export interface DocumentPage {
  /** From 1. */
  readonly number: number;
  /** Points (1/72 inch) as displayed, for images pixels; undefined for sheets. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /**
   * `needed`: the page has no usable text, and its blocks are missing until its text is recognized. `done`: they were
   * recognized. `excluded`: it has no usable text, but the options exclude recognition.
   */
  readonly recognition?: 'needed' | 'done' | 'excluded' | undefined;
  /** The file inside of an archive or a message that has the page, which is recognized in it. */
  readonly source?: PageSource | undefined;
}

/** A problem that a result does not show, such as a page that was left out. */
export interface DocumentWarning {
  /** In snake case. */
  readonly code: string;
  readonly message: string;
}

/** A document as read from its file, in a form that all writers share. */
export interface DocumentContent {
  readonly format: DocumentFormat;
  readonly blocks: readonly ContentBlock[];
  /** The text of a Markdown file, in which the blocks have their places; undefined for other formats. */
  readonly markdown?: string | undefined;
  readonly metadata: DocumentMetadata;
  /** The pages, slides or sheets that were read, by number; empty for formats without pages. */
  readonly pages: readonly DocumentPage[];
  /** Number of all pages, slides or sheets in the file; undefined for formats without pages. */
  readonly pageCount?: number | undefined;
  readonly warnings: readonly DocumentWarning[];
}
