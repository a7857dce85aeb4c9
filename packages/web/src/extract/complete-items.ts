import type { BlockFeatures } from './blocks/block-features.ts';
import type { BlockClassification } from './blocks/classify-blocks.ts';
import type { SegmentedPage } from './segments/segment-blocks.ts';

/** Minimum number of words of a post or the description of an item. */
const wordsMin = 8;
/** Minimum number of blocks with the same path for them to be items. */
const itemsMin = 3;
/** Minimum share of kept words among the items. */
const keptShareMin = 0.5;
/** Items are kept from this share of the threshold of other blocks on. */
const thresholdShare = 0.1;

interface Items {
  count: number;
  words: number;
  keptWords: number;
}

/**
 * Keeps all posts of a discussion and all items of a list if most of them are kept: texts of the same path of tags and
 * class names, on pages that are not articles. On articles such texts are often comments, of which some resemble the
 * text. Returns a corrected copy of the classification's `keptMask`.
 */
export function completeItems(
  page: SegmentedPage,
  { textFeatures, elementFeatures }: Pick<BlockFeatures, 'textFeatures' | 'elementFeatures'>,
  { keptMask, probabilities, threshold, pageType }: BlockClassification,
): Uint8Array {
  const corrected = keptMask.slice();
  if (pageType === 'article') return corrected;
  const itemsByPath = new Map<number, Items>();
  const pathOf = (block: number) => elementFeatures.pathHash[page.blocks[block]?.container ?? 0] ?? 0;
  for (let block = 0; block < page.blocks.length; block++) {
    const words = textFeatures[block]?.words ?? 0;
    if (words < wordsMin) continue;
    const items = itemsByPath.get(pathOf(block)) ?? { count: 0, words: 0, keptWords: 0 };
    items.count++;
    items.words += words;
    if (keptMask[block] === 1) items.keptWords += words;
    itemsByPath.set(pathOf(block), items);
  }
  for (let block = 0; block < page.blocks.length; block++) {
    if (keptMask[block] === 1 || (textFeatures[block]?.words ?? 0) < wordsMin) continue;
    const items = itemsByPath.get(pathOf(block));
    if (!items || items.count < itemsMin || items.keptWords < items.words * keptShareMin) continue;
    if ((probabilities[block] ?? 0) >= threshold * thresholdShare) corrected[block] = 1;
  }
  return corrected;
}
