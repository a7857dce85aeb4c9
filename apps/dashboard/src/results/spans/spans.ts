/** A part of a text. */
export interface Span {
  readonly startIndex: number;
  readonly endIndex: number;
}

/** A part of a text, with the index of its span, or between spans. */
export interface Segment {
  readonly text: string;
  /** Index of the span; undefined between spans. */
  readonly span: number | undefined;
}

/**
 * Cuts a text at the borders of spans. Joined again, the segments are the text.
 *
 * @param spans in text order; those that overlap an earlier one, or are outside of the text, are left out
 */
export function cutIntoSegments(text: string, spans: readonly Span[]): Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  spans.forEach(({ startIndex, endIndex }, span) => {
    if (startIndex < at || endIndex <= startIndex || endIndex > text.length) return;
    if (startIndex > at) segments.push({ text: text.slice(at, startIndex), span: undefined });
    segments.push({ text: text.slice(startIndex, endIndex), span });
    at = endIndex;
  });
  if (at < text.length) segments.push({ text: text.slice(at), span: undefined });
  return segments;
}
