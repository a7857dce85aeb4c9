/**
 * A range of a text, in UTF-16 code units: `text.slice(startIndex, endIndex)`. Offsets are 0-based, the end is exclusive.
 */
export interface TextRange {
  readonly startIndex: number;
  readonly endIndex: number;
}

/** A part of a text with its range: `text.slice(startIndex, endIndex)` of the source is exactly `text`. */
export interface Span extends TextRange {
  readonly text: string;
}
