import type { WordAlignment } from './align-words.ts';
import { type TextRange, trimSpan } from './trim-span.ts';
import { outsideTag, type TagSet } from './viterbi-decode.ts';
import { isInsideWord, wordCharacterPattern } from './word-boundary.ts';

/** A name in a text. Offsets are UTF-16 code units, end exclusive; confidence is 0..1. */
export interface TaggedSpan {
  readonly startIndex: number;
  readonly endIndex: number;
  readonly type: string;
  readonly confidence: number;
}

/**
 * The names that the tags of all groups spell, in text order and without overlaps: trimmed, then widened to whole
 * runs of letters and digits. Confidence is the geometric mean of the tags' probabilities.
 */
export function decodeSpans(
  text: string,
  groups: WordAlignment,
  tags: Int32Array,
  probabilities: Float32Array,
  tagSet: TagSet,
): TaggedSpan[] {
  const names: TaggedSpan[] = [];
  let taken = 0;
  for (let first = 0; first < tags.length; ) {
    const type = tagSet.types[tags[first] ?? outsideTag];
    let after = first + 1;
    if (type === undefined) {
      first = after;
      continue;
    }
    while (after < tags.length && continues(tags[after] ?? outsideTag, type, tagSet)) after += 1;
    const range = trimSpan(text, {
      startIndex: Math.max(taken, groups.starts[first] ?? 0),
      endIndex: groups.ends[after - 1] ?? 0,
    });
    if (range !== undefined) {
      const { startIndex, endIndex } = widen(text, range, taken);
      taken = endIndex;
      const confidence = geometricMean(probabilities.subarray(first, after));
      names.push({ startIndex, endIndex, type, confidence });
    }
    first = after;
  }
  return names;
}

function continues(tag: number, type: string, { types, isBegin: begins }: TagSet): boolean {
  return types[tag] === type && begins[tag] === false;
}

/** Never to the left of `taken`, where the name before ends: so no run is walked twice. */
function widen(text: string, range: TextRange, taken: number): TextRange {
  let { startIndex, endIndex } = range;
  while (startIndex > taken && isInsideWord(text, startIndex, wordCharacterPattern)) startIndex -= 1;
  while (isInsideWord(text, endIndex, wordCharacterPattern)) endIndex += 1;
  return { startIndex, endIndex };
}

function geometricMean(values: Float32Array): number {
  let sum = 0;
  for (const value of values) sum += Math.log(Math.max(value, Number.MIN_VALUE));
  return Math.exp(sum / values.length);
}
