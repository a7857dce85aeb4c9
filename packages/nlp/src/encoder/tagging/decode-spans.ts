import type { TextRange } from '@quern/text/span';
import type { WordAlignment } from './align-words.ts';
import { trimSpan } from './trim-span.ts';
import { outsideTag, type TagSet } from './viterbi-decode.ts';
import { isInsideWord } from './word-boundary.ts';

/** An entity name found by the encoder. */
export interface TaggedSpan extends TextRange {
  readonly type: string;
  /** Geometric mean of the probabilities of the span's tags, 0..1. */
  readonly confidence: number;
}

/**
 * Converts one tag per word into spans: a `B-X` tag and the `I-X` tags after it. Spans are trimmed, then extended to
 * whole words.
 *
 * @param tags one tag index per word
 * @param probabilities the probability of each of these tags
 * @returns spans in text order, without overlaps
 */
export function decodeSpans(
  text: string,
  words: WordAlignment,
  tags: Int32Array,
  probabilities: Float32Array,
  tagSet: TagSet,
): TaggedSpan[] {
  const spans: TaggedSpan[] = [];
  let previousEnd = 0;
  for (let first = 0; first < tags.length; ) {
    const type = tagSet.types[tags[first] ?? outsideTag];
    let after = first + 1;
    if (type === undefined) {
      first = after;
      continue;
    }
    while (after < tags.length && continuesSpan(tags[after] ?? outsideTag, type, tagSet)) after += 1;
    const range = trimSpan(text, {
      startIndex: Math.max(previousEnd, words.starts[first] ?? 0),
      endIndex: words.ends[after - 1] ?? 0,
    });
    if (range !== undefined) {
      const { startIndex, endIndex } = extendToWords(text, range, previousEnd);
      previousEnd = endIndex;
      const confidence = geometricMean(probabilities.subarray(first, after));
      spans.push({ startIndex, endIndex, type, confidence });
    }
    first = after;
  }
  return spans;
}

function continuesSpan(tag: number, type: string, { types, isBegin }: TagSet): boolean {
  return types[tag] === type && isBegin[tag] === false;
}

/** Extends a range to word boundaries, but not before `startMin`: no character is visited twice. */
function extendToWords(text: string, range: TextRange, startMin: number): TextRange {
  let { startIndex, endIndex } = range;
  while (startIndex > startMin && isInsideWord(text, startIndex)) startIndex -= 1;
  while (isInsideWord(text, endIndex)) endIndex += 1;
  return { startIndex, endIndex };
}

function geometricMean(values: Float32Array): number {
  let sum = 0;
  for (const value of values) sum += Math.log(Math.max(value, Number.MIN_VALUE));
  return Math.exp(sum / values.length);
}
