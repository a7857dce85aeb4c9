import type { BlockClassification } from './blocks/classify-blocks.ts';
import type { SegmentedPage } from './segments/segment-blocks.ts';
import { WordSums } from './word-sums.ts';

/** Elements whose parts belong together. */
const completeTag = /^(?:[uo]l|blockquote)$/;
/** Minimum share of kept words in such an element. */
const keptShareMin = 0.6;
/** Its other parts are kept from this share of the threshold of other blocks on. */
const thresholdShare = 0.25;

/**
 * Keeps the short items of a list, and the attribution of a quotation, where most of it is kept.
 * Returns a corrected copy of `keptMask`.
 * @param keptMask 1 for each block that is kept
 * @param words number of words of each block
 */
export function completeLists(
  page: SegmentedPage,
  keptMask: Uint8Array,
  words: readonly number[],
  { probabilities, threshold }: Pick<BlockClassification, 'probabilities' | 'threshold'>,
): Uint8Array {
  const corrected = keptMask.slice();
  const sums = new WordSums(page, keptMask, words);
  for (const [index, element] of page.elements.entries()) {
    if (!completeTag.test(element?.name ?? '')) continue;
    const { total, kept } = sums.inside(index);
    if (kept === total || kept < total * keptShareMin) continue;
    for (let block = page.firstBlock[index] ?? 0; block < (page.endBlock[index] ?? 0); block++) {
      if ((probabilities[block] ?? 0) >= threshold * thresholdShare) corrected[block] = 1;
    }
  }
  return corrected;
}
