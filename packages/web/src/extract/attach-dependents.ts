import { isListing } from '@quern/content/html/code-listing';
import type { BlockClassification } from './blocks/classify-blocks.ts';
import type { SegmentedPage } from './segments/segment-blocks.ts';
import { WordSums } from './word-sums.ts';

/** Elements with few words that depend on the text around them. */
const dependentTag = /^(?:pre|figcaption|figure|blockquote)$/;
/** Captions and quotations are kept from this share of the threshold of other blocks on; code is kept in any case. */
const thresholdShare = 0.2;
/** Steps up within which such an element is searched. */
const stepsMax = 4;
/** The lines of listings are in tables. */
const listingStepsMax = 10;
/** Minimum share of kept words in the surrounding text. */
const keptShareMin = 0.5;

/**
 * Keeps code, and quotations and captions of figures that are not improbable, if most of the surrounding text is kept.
 * Returns a corrected copy of `keptMask`.
 * @param keptMask 1 for each block that is kept
 * @param words number of words of each block
 */
export function attachDependents(
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
    const element = page.elements[dependent];
    const isCode = element !== undefined && isListing(element);
    if (!isCode && (probabilities[block] ?? 0) < threshold * thresholdShare) continue;
    if (sums.isInsideKept(dependent, keptShareMin)) corrected[block] = 1;
  }
  return corrected;
}

/** Returns the outermost such element within a few steps up; -1 if there is none. */
function outermostDependent(page: SegmentedPage, container: number): number {
  let found = -1;
  let element = container;
  for (let step = 0; step < listingStepsMax && element > 0; step++) {
    const node = page.elements[element];
    if (node && ((step < stepsMax && dependentTag.test(node.name)) || isListing(node))) found = element;
    element = page.parents[element] ?? -1;
  }
  return found;
}
