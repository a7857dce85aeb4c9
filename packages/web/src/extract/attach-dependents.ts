import type { DomElement } from '@quern/content/dom/dom';
import { isListing } from '@quern/content/html/code-listing';
import type { BlockClassification } from './blocks/classify-blocks.ts';
import type { SegmentedPage } from './segments/segment-blocks.ts';
import { WordSums } from './word-sums.ts';

/** Elements with few words that depend on the text around them. */
const dependentTag = /^(?:figcaption|figure|blockquote)$/;
/** They are kept from this share of the threshold of other blocks on; listings are kept in any case. */
const thresholdShare = 0.2;
/** Minimum share of kept words in the surrounding text. */
const keptShareMin = 0.8;

/**
 * Keeps listings, and lines of code, quotations and captions of figures that are not improbable, if most of the
 * surrounding text is kept. Returns a corrected copy of `keptMask`.
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
  for (const [index, element] of page.elements.entries()) {
    const { total, kept } = sums.inside(index);
    if (total > 0 && kept === total) continue;
    const isCode = isListing(element);
    if (!isCode && !dependentTag.test(element.name) && !isLineOfCode(element)) continue;
    if (!sums.isInsideKept(index, keptShareMin)) continue;
    const probabilityMin = isCode ? 0 : threshold * thresholdShare;
    for (let block = page.firstBlock[index] ?? 0; block < (page.endBlock[index] ?? 0); block++) {
      if ((probabilities[block] ?? 0) >= probabilityMin) corrected[block] = 1;
    }
  }
  return corrected;
}

/** Whether code is all that an element contains, such as the signature of a function. */
function isLineOfCode({ children }: DomElement): boolean {
  const [code, ...others] = children.filter((child) => child.kind === 'element' || child.value.trim() !== '');
  return code?.kind === 'element' && code.name === 'code' && others.length === 0;
}
