import type { OcrLine, OcrPage, OcrResult, OcrTable } from '@quern/ocr';

/** A page of a PDF or an image whose text was recognized. Boxes are in pixels of the page as displayed. */
export interface RecognizedPage
  extends Pick<OcrPage, 'number' | 'width' | 'height' | 'rotation' | 'confidence'> {
  /** In reading order. */
  readonly lines: readonly OcrLine[];
  readonly tables: readonly OcrTable[];
}

/** A file inside of an archive or a message that has pages whose text has to be recognized. */
export interface UnreadPart {
  /** Ordinal among all files inside of the document. */
  readonly part: number;
  readonly bytes: Uint8Array;
  /** Numbers of the pages in this file. */
  readonly pages: readonly number[];
}

/** Recognition of a file inside of an archive or a message. */
export interface RecognizedPart {
  /** Ordinal among all files inside of the document. */
  readonly part: number;
  /** The pages, by their numbers in this file; empty if it could not be recognized. */
  readonly pages: readonly RecognizedPage[];
  /** Why the file could not be recognized. */
  readonly problem?: string | undefined;
}

/** Pages of a document whose text has to be recognized first; its text lacks them. */
export interface UnreadContent {
  /** Numbers of the pages in the document. */
  readonly unreadPages: readonly number[];
  /** The files that have these pages, if the document is an archive or a message; else empty. */
  readonly unreadParts: readonly UnreadPart[];
}

/** Splits what was recognized into its pages. */
export function splitRecognizedPages({ pages, lines, tables }: OcrResult): RecognizedPage[] {
  return pages.map((page) => ({
    ...page,
    lines: lines.filter((line) => line.page === page.number),
    tables: tables.filter((table) => table.page === page.number),
  }));
}
