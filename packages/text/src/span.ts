/**
 * A piece of a text. Offsets are 0-based UTF-16 code units, end exclusive, so that
 * `text.slice(startIndex, endIndex)` of the text it was taken from is exactly `text`.
 */
export interface Span {
  readonly text: string;
  readonly startIndex: number;
  readonly endIndex: number;
}

/** Called by long work with a fraction 0..1 of what is done, and optionally what is being done. */
export type Progress = (fraction: number, message?: string) => void;
