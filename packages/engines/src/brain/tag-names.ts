import { setImmediate } from 'node:timers/promises';
import { collectNames, type TaggedSpan } from './collect-names.ts';
import { createTagSet, decodeTags, outside } from './decode-tags.ts';
import type { Encoder } from './encoder.ts';
import { groupPieces, type PieceGroups } from './group-pieces.ts';
import type { NativeGuard } from './native-guard.ts';
import { rateBoundaries } from './rate-boundaries.ts';
import type { BrainManifest } from './read-manifest.ts';
import { rememberWindows } from './remember-windows.ts';
import { splitWindows, type TextWindow } from './split-windows.ts';
import type { Tokenizer } from './tokenize.ts';

export interface BrainCallOptions {
  /** Looked at between two runs of the network, about every 50 ms. */
  readonly signal?: AbortSignal | undefined;
  /** What keeps the thread from being terminated inside the network. */
  readonly guard?: NativeGuard | undefined;
  /** Awaited between two runs of the network; default: lets the event loop run. */
  readonly takeTurn?: (() => Promise<unknown>) | undefined;
}

/**
 * The names in a text of any length. Every window runs alone: in a batch the dynamic quantisation would let windows
 * change each other's numbers, and text that comes later must change nothing two windows before.
 */
export async function tagNames(
  text: string,
  tokenize: Tokenizer,
  encoder: Encoder,
  { tags: names, temperature }: BrainManifest['names'],
  { signal, guard, takeTurn = setImmediate }: BrainCallOptions = {},
): Promise<TaggedSpan[]> {
  const pieces = tokenize(text);
  const groups = groupPieces(text, pieces);
  const count = groups.firstPieces.length;
  if (count === 0) return [];
  const tagSet = createTagSet(names);
  const tags = new Int32Array(count);
  const probabilities = new Float32Array(count);
  let group = 0;
  const tag = rememberWindows((window) => encoder.tag(window, guard));
  for (const window of splitWindows(pieces.ids.length, rateBoundaries(text, pieces))) {
    await takeTurn();
    signal?.throwIfAborted();
    const logits = await tag(pieces.ids.subarray(window.start, window.end));
    const rows = ownedRows(logits, names.length, window, groups, group);
    const decoded = decodeTags(rows, tagSet, tags[group - 1] ?? outside, temperature);
    tags.set(decoded.tags, group);
    probabilities.set(decoded.probabilities, group);
    group += decoded.tags.length;
  }
  return collectNames(text, groups, tags, probabilities, tagSet);
}

/** The logits of the groups from `group` on whose first piece the window owns. */
function ownedRows(
  logits: Float32Array,
  width: number,
  { start, ownedEnd }: TextWindow,
  { firstPieces }: PieceGroups,
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
