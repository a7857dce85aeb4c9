import type { BlockClassification } from './blocks/classify-blocks.ts';
import type { SegmentedPage } from './segments/segment-blocks.ts';

const headingTag = /^h[1-6]$/;
/** A heading above kept text is kept from this share of the threshold of other blocks on. */
const thresholdShare = 0.5;

/**
 * Keeps the headings of kept text: those whose next block is kept and inside the same parent.
 * Returns a corrected copy of `keptMask`.
 * @param keptMask 1 for each block that is kept
 */
export function attachHeadings(
  page: SegmentedPage,
  keptMask: Uint8Array,
  { probabilities, threshold }: Pick<BlockClassification, 'probabilities' | 'threshold'>,
): Uint8Array {
  const corrected = keptMask.slice();
  for (let block = page.blocks.length - 2; block >= 0; block--) {
    if (keptMask[block] === 1 || corrected[block + 1] !== 1) continue;
    const container = page.blocks[block]?.container ?? 0;
    if (!headingTag.test(page.elements[container]?.name ?? '')) continue;
    const parent = page.parents[container] ?? 0;
    const isInParent = block + 1 < (page.endBlock[parent] ?? 0);
    if (isInParent && (probabilities[block] ?? 0) >= threshold * thresholdShare) corrected[block] = 1;
  }
  return corrected;
}
