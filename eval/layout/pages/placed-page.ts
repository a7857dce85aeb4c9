import type { Box } from '@quern/layout';
import type { FontName } from './font.ts';

/** A word of a page, in points from the top left corner. */
export interface PlacedWord extends Box {
  readonly text: string;
  readonly baseline: number;
  readonly size: number;
  readonly font: FontName;
}

/** Words on one baseline that belong together. */
export type PlacedLine = readonly PlacedWord[];

/**
 * A text that is read in one piece. Floats, such as captions, notes and boxes, may be read between any two others; tables
 * are rows of cells.
 */
export interface Unit {
  readonly kind: 'text' | 'float' | 'table';
  /** In reading order; the cells of a row of a table are one line each. */
  readonly lines: readonly PlacedLine[];
}

/** A page with its text in reading order. */
export interface PlacedPage {
  readonly width: number;
  readonly height: number;
  readonly units: readonly Unit[];
  readonly figures: readonly Box[];
  /** Lines that are drawn. */
  readonly rules: readonly Box[];
}
