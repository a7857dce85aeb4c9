import type { TypedSpan } from '../../metrics/span-f1.ts';

/** Resolves overlaps in favor of the longer span, and of the later one among spans of equal length. */
export function keepLongestSpans(spans: readonly TypedSpan[]): TypedSpan[] {
  const kept: TypedSpan[] = [];
  const byLength = spans
    .toReversed()
    .sort((left, right) => right.endIndex - right.startIndex - (left.endIndex - left.startIndex));
  for (const span of byLength) {
    if (kept.every((other) => span.endIndex <= other.startIndex || other.endIndex <= span.startIndex))
      kept.push(span);
  }
  return kept;
}
