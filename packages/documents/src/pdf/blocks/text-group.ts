import type { Line } from '../lines/line.ts';
import type { TableElement } from '../lines/page-element.ts';
import type { TextTag } from '../lines/text-tag.ts';
import type { ListMarker } from './list-marker.ts';

/** Lines that belong together: a paragraph, a heading or a list item. */
export interface TextGroup {
  readonly kind: 'text';
  readonly lines: Line[];
  /** Indexes of lines after which the text breaks. */
  readonly breaks: Set<number>;
  /** Marker of a list item at its beginning. */
  readonly marker: ListMarker | undefined;
  /** Distance to the line above in font sizes; infinite at the beginning of a column. */
  readonly gapBefore: number;
  /** Its place in the structure of a tagged PDF. */
  readonly tag?: TextTag | undefined;
}

/** Lines in a monospaced font. */
export interface CodeGroup {
  readonly kind: 'code';
  readonly lines: Line[];
}

/** A part of a document in reading order. */
export type Group = TextGroup | CodeGroup | TableElement;
