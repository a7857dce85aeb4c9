import type { OcrLine, OcrPage, OcrTable } from '@quern/ocr';

/** A page of a PDF or an image whose text was recognized. Boxes are in pixels of the page as displayed. */
export interface RecognizedPage
  extends Pick<OcrPage, 'number' | 'width' | 'height' | 'rotation' | 'confidence'> {
  /** In reading order. */
  readonly lines: readonly OcrLine[];
  readonly tables: readonly OcrTable[];
}
