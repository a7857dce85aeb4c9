import type { SegmentedPage } from './segments/segment-blocks.ts';
import type { TextFeatures } from './segments/text-features.ts';

/** Shorter blocks may be repeated on purpose: labels, answers, code. */
const wordsMin = 10;
/** Elements around text that is repeated on purpose. */
const repeatingTag = /^(?:pre|code|t[dhr]|table|dl|d[td])$/;

/**
 * Drops blocks of prose whose text an earlier kept block has: pages repeat their text for small screens, in `noscript`
 * and in hidden copies. Returns a corrected copy of `keptMask`.
 * @param keptMask 1 for each block that is kept
 */
export function dropRepeats(
  page: SegmentedPage,
  keptMask: Uint8Array,
  textFeatures: readonly TextFeatures[],
): Uint8Array {
  const corrected = keptMask.slice();
  const kept = new Map<number, Int32Array>();
  for (const [index, { container }] of page.blocks.entries()) {
    const text = textFeatures[index];
    if (corrected[index] !== 1 || !text || text.words < wordsMin) continue;
    if (repeatingTag.test(page.elements[container]?.name ?? '')) continue;
    const earlier = kept.get(text.hash);
    if (earlier === undefined) kept.set(text.hash, text.wordHashes);
    else if (haveSameWords(earlier, text.wordHashes)) corrected[index] = 0;
  }
  return corrected;
}

function haveSameWords(left: Int32Array, right: Int32Array): boolean {
  return left.length === right.length && left.every((hash, index) => hash === right[index]);
}
