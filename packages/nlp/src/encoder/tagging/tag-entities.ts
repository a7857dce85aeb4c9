import { setImmediate } from 'node:timers/promises';
import type { EncoderCallOptions } from '../session/encoder-call-options.ts';
import type { EncoderSession } from '../session/encoder-session.ts';
import type { EncoderManifest } from '../session/read-manifest.ts';
import type { Tokenizer } from '../tokenizer/tokenizer.ts';
import { cacheWindows } from '../windows/cache-windows.ts';
import { scoreSplitPoints } from '../windows/score-split-points.ts';
import { type SubwordWindow, slidingWindows } from '../windows/sliding-windows.ts';
import { WindowWork } from '../windows/window-work.ts';
import { alignWords, type WordAlignment } from './align-words.ts';
import { decodeSpans, type TaggedSpan } from './decode-spans.ts';
import { createTagSet, outsideTag, viterbiDecode } from './viterbi-decode.ts';

/**
 * Finds the entity names in a text of any length.
 *
 * Each window runs alone. In a batch, dynamic quantization would make the results of one window depend on the others,
 * and text that is appended must not change results two windows before it.
 *
 * @returns spans in text order, without overlaps
 * @throws NlpError `too_complex` before the first window runs; the reason of `signal` when it is aborted
 */
export async function tagEntities(
  text: string,
  tokenizer: Tokenizer,
  session: Pick<EncoderSession, 'tagLogits'>,
  { tags: tagNames, temperature }: EncoderManifest['names'],
  { signal, guard, yieldIfDue = setImmediate }: EncoderCallOptions = {},
): Promise<TaggedSpan[]> {
  const tokenized = tokenizer.tokenize(text);
  const words = alignWords(text, tokenized);
  const wordCount = words.firstSubwords.length;
  if (wordCount === 0) return [];
  const tagSet = createTagSet(tagNames);
  const tags = new Int32Array(wordCount);
  const probabilities = new Float32Array(wordCount);
  const runWindow = cacheWindows((subwordIds) => session.tagLogits(subwordIds, guard));
  const windows = slidingWindows(tokenized.ids.length, scoreSplitPoints(text, tokenized));
  const work = new WindowWork();
  for (const { start, end } of windows) work.add(end - start);
  let decodedCount = 0;
  for (const window of windows) {
    await yieldIfDue();
    signal?.throwIfAborted();
    const logits = await runWindow(tokenized.ids.subarray(window.start, window.end));
    const rows = coreRows(logits, tagNames.length, window, words, decodedCount);
    const decoded = viterbiDecode(rows, tagSet, tags[decodedCount - 1] ?? outsideTag, temperature);
    tags.set(decoded.tags, decodedCount);
    probabilities.set(decoded.probabilities, decodedCount);
    decodedCount += decoded.tags.length;
  }
  return decodeSpans(text, words, tags, probabilities, tagSet);
}

/** The logits of the words from `firstWord` on whose first subword is in the core of the window. */
function coreRows(
  logits: Float32Array,
  tagCount: number,
  { start, coreEnd }: SubwordWindow,
  { firstSubwords }: WordAlignment,
  firstWord: number,
): Float32Array {
  let endWord = firstWord;
  while (endWord < firstSubwords.length && (firstSubwords[endWord] ?? 0) < coreEnd) endWord += 1;
  const rows = new Float32Array((endWord - firstWord) * tagCount);
  for (let word = firstWord; word < endWord; word += 1) {
    const row = (firstSubwords[word] ?? 0) - start;
    rows.set(logits.subarray(row * tagCount, (row + 1) * tagCount), (word - firstWord) * tagCount);
  }
  return rows;
}
