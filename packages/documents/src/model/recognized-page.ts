import type { OcrLine, OcrPage, OcrResult, OcrTable } from '@quern/ocr';

/** A page of a PDF or an image whose text was recognized. Boxes are in pixels of the page as displayed. */
export interface RecognizedPage
  extends Pick<OcrPage, 'number' | 'width' | 'height' | 'rotation' | 'confidence'> {
  /** In reading order. */
  readonly lines: readonly OcrLine[];
  readonly tables: readonly OcrTable[];
}

/** Splits what was recognized into its pages. */
export function splitRecognizedPages({ pages, lines, tables }: OcrResult): RecognizedPage[] {
  return pages.map((page) => ({
    ...page,
    lines: lines.filter((line) => line.page === page.number),
    tables: tables.filter((table) => table.page === page.number),
  }));
}
