import type { BlockClassification } from './blocks/classify-blocks.ts';
import type { SegmentedPage } from './segments/segment-blocks.ts';
import { WordSums } from './word-sums.ts';

/** Elements with few words that depend on the text around them. */
const dependentTag = /^(?:pre|figcaption|figure)$/;
/** A caption is kept from this share of the threshold of other blocks on; code is kept in any case. */
const captionThresholdShare = 0.5;
/** Steps up within which such an element is searched. */
const stepsMax = 4;
/** Minimum share of kept words in the surrounding text. */
const keptShareMin = 0.5;

/**
 * Keeps code, and captions of figures that are nearly probable enough, if most of the surrounding text is kept.
 * Returns a corrected copy of `keptMask`.
 * @param keptMask 1 for each block that is kept
 * @param words number of words of each block
 */
export function attachCaptions(
  page: SegmentedPage,
  keptMask: Uint8Array,
  words: readonly number[],
  { probabilities, threshold }: Pick<BlockClassification, 'probabilities' | 'threshold'>,
): Uint8Array {
  const corrected = keptMask.slice();
  const sums = new WordSums(page, keptMask, words);
  for (const [block, { container }] of page.blocks.entries()) {
    if (keptMask[block] === 1) continue;
    const dependent = outermostDependent(page, container);
    if (dependent < 0) continue;
    const isCode = page.elements[dependent]?.name === 'pre';
    if (!isCode && (probabilities[block] ?? 0) < threshold * captionThresholdShare) continue;
    const surrounding = surroundingElement(page, dependent);
    if (surrounding < 0) continue;
    const { total, kept } = sums.inside(surrounding);
    const otherWords = total - (words[block] ?? 0);
    if (otherWords > 0 && kept / Math.max(1, otherWords) >= keptShareMin) corrected[block] = 1;
  }
  return corrected;
}

/** Returns the outermost figure or code element within a few steps up; -1 if there is none. */
function outermostDependent(page: SegmentedPage, container: number): number {
  let found = -1;
  let element = container;
  for (let step = 0; step < stepsMax && element > 0; step++) {
    if (dependentTag.test(page.elements[element]?.name ?? '')) found = element;
    element = page.parents[element] ?? -1;
  }
  return found;
}

/** Returns the nearest ancestor that has more blocks than `inner`; -1 if there is none. */
function surroundingElement(page: SegmentedPage, inner: number): number {
  let element = page.parents[inner] ?? -1;
  while (
    element >= 0 &&
    page.firstBlock[element] === page.firstBlock[inner] &&
    page.endBlock[element] === page.endBlock[inner]
  ) {
    element = page.parents[element] ?? -1;
  }
  return element;
}
