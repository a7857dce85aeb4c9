import { setImmediate } from 'node:timers/promises';
import type { NativeCallGuard } from '@quern/runtime/pool/native-call-guard';
import type { EncoderSession } from '../encoder-session.ts';
import type { EncoderManifest } from '../read-manifest.ts';
import type { Tokenizer } from '../tokenizer/tokenize.ts';
import { cacheWindows } from '../windows/cache-windows.ts';
import { scoreSplitPoints } from '../windows/score-split-points.ts';
import { type SubwordWindow, slidingWindows } from '../windows/sliding-windows.ts';
import { alignWords, type WordAlignment } from './align-words.ts';
import { decodeSpans, type TaggedSpan } from './decode-spans.ts';
import { createTagSet, outsideTag, viterbiDecode } from './viterbi-decode.ts';

export interface EncoderCallOptions {
  /** Looked at between two runs of the network, about every 50 ms. */
  readonly signal?: AbortSignal | undefined;
  /** What keeps the thread from being terminated inside the network. */
  readonly guard?: NativeCallGuard | undefined;
  /** Awaited between two runs of the network; default: lets the event loop run. */
  readonly yieldIfDue?: (() => Promise<unknown>) | undefined;
}

/**
 * The names in a text of any length. Every window runs alone: in a batch the dynamic quantisation would let windows
 * change each other's numbers, and text that comes later must change nothing two windows before.
 */
export async function tagEntities(
  text: string,
  tokenize: Tokenizer,
  encoder: EncoderSession,
  { tags: names, temperature }: EncoderManifest['names'],
  { signal, guard, yieldIfDue: takeTurn = setImmediate }: EncoderCallOptions = {},
): Promise<TaggedSpan[]> {
  const pieces = tokenize(text);
  const groups = alignWords(text, pieces);
  const count = groups.firstSubwords.length;
  if (count === 0) return [];
  const tagSet = createTagSet(names);
  const tags = new Int32Array(count);
  const probabilities = new Float32Array(count);
  let group = 0;
  const tag = cacheWindows((window) => encoder.tagLogits(window, guard));
  for (const window of slidingWindows(pieces.ids.length, scoreSplitPoints(text, pieces))) {
    await takeTurn();
    signal?.throwIfAborted();
    const logits = await tag(pieces.ids.subarray(window.start, window.end));
    const rows = ownedRows(logits, names.length, window, groups, group);
    const decoded = viterbiDecode(rows, tagSet, tags[group - 1] ?? outsideTag, temperature);
    tags.set(decoded.tags, group);
    probabilities.set(decoded.probabilities, group);
    group += decoded.tags.length;
  }
  return decodeSpans(text, groups, tags, probabilities, tagSet);
}

/** The logits of the groups from `group` on whose first piece the window owns. */
function ownedRows(
  logits: Float32Array,
  width: number,
  { start, coreEnd: ownedEnd }: SubwordWindow,
  { firstSubwords: firstPieces }: WordAlignment,
  group: number,
): Float32Array {
  let after = group;
  while (after < firstPieces.length && (firstPieces[after] ?? 0) < ownedEnd) after += 1;
  const rows = new Float32Array((after - group) * width);
  for (let at = group; at < after; at += 1) {
    const row = (firstPieces[at] ?? 0) - start;
    rows.set(logits.subarray(row * width, (row + 1) * width), (at - group) * width);
  }
  return rows;
}
