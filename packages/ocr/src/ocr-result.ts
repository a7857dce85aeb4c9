import type { ImageRotation } from './image/rgb-image.ts';
import type { OcrLine, OcrTable } from './layout/compose-page.ts';

/** A page of a document, or an image as its only page. Offsets are UTF-16 units of the whole text. */
export interface OcrPage {
  /** From 1. */
  readonly number: number;
  readonly startIndex: number;
  /** Exclusive. */
  readonly endIndex: number;
  /** Pixels of the displayed page (EXIF orientation applied). */
  readonly width: number;
  readonly height: number;
  /** Clockwise rotation in degrees that makes the text upright. */
  readonly rotation: ImageRotation;
  /** Expected share of correct characters, from 0 to 1; 0 without text. */
  readonly confidence: number;
}

/** A part of the input that could not be read. */
export interface OcrWarning {
  /** `unreadable_text`: there is text that no recognizer can read, such as an unknown script or handwriting. */
  readonly code: 'unreadable_text';
  readonly message: string;
}

/** The text of an image or of the pages of a document. */
export interface OcrResult {
  /** Lines in reading order, joined by \n, paragraphs and pages by \n\n; empty for an image without text. */
  readonly text: string;
  readonly lines: readonly OcrLine[];
  readonly tables: readonly OcrTable[];
  readonly pages: readonly OcrPage[];
  /** Expected share of correct characters, from 0 to 1; 0 without text. */
  readonly confidence: number;
  readonly warnings: readonly OcrWarning[];
}
