import type { BoundingBox, Quadrilateral } from '../geometry/point.ts';

/** A word with its position. Offsets count UTF-16 units of the whole text; `endIndex` is exclusive. */
export interface OcrWord {
  readonly text: string;
  readonly startIndex: number;
  readonly endIndex: number;
  /** In pixels of the displayed page. */
  readonly box: BoundingBox;
  /** From 0 to 1. */
  readonly confidence: number;
}

/** A line of text with its position. Offsets count UTF-16 units of the whole text; `endIndex` is exclusive. */
export interface OcrLine {
  readonly text: string;
  readonly startIndex: number;
  readonly endIndex: number;
  /** Number of its page, from 1. */
  readonly page: number;
  /** In pixels of the displayed page. */
  readonly box: BoundingBox;
  /** Its corners, from the top left of the text clockwise. */
  readonly quadrilateral: Quadrilateral;
  /** Expected share of correct characters, from 0 to 1. */
  readonly confidence: number;
  readonly words: readonly OcrWord[];
}

/** A table with its position. Offsets are those of its lines in the whole text; `endIndex` is exclusive. */
export interface OcrTable {
  /** Number of its page, from 1. */
  readonly page: number;
  readonly startIndex: number;
  readonly endIndex: number;
  /** In pixels of the displayed page. */
  readonly box: BoundingBox;
  /** Text of the cells, row by row; empty where a row has none. All rows have as many cells. */
  readonly rows: readonly (readonly string[])[];
}
