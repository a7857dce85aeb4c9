import type { SegmentedPage } from './blocks/segment-blocks.ts';

/** Few words that mean little alone, and belong to the text they stand in. */
const companionTag = /^(?:pre|figcaption|figure)$/;
const climbMax = 4;
const shareMin = 0.5;

/**
 * Code and the captions of figures stay where most of the text around them stays: a corrected copy of `kept`.
 * @param kept 1 for each block that stays
 * @param words of each block
 */
export function attachCaptions(page: SegmentedPage, kept: Uint8Array, words: readonly number[]): Uint8Array {
  const decided = kept.slice();
  const all = new Float64Array(kept.length + 1);
  const staying = new Float64Array(kept.length + 1);
  for (let block = 0; block < kept.length; block++) {
    const weight = words[block] ?? 0;
    all[block + 1] = (all[block] ?? 0) + weight;
    staying[block + 1] = (staying[block] ?? 0) + (kept[block] === 1 ? weight : 0);
  }
  for (const [block, { container }] of page.blocks.entries()) {
    if (kept[block] === 1) continue;
    const companion = companionAbove(page, container);
    if (companion < 0) continue;
    const around = surrounding(page, companion);
    if (around < 0) continue;
    const from = page.firstBlock[around] ?? 0;
    const to = page.endBlock[around] ?? 0;
    const others = (all[to] ?? 0) - (all[from] ?? 0) - (words[block] ?? 0);
    const share = ((staying[to] ?? 0) - (staying[from] ?? 0)) / Math.max(1, others);
    if (others > 0 && share >= shareMin) decided[block] = 1;
  }
  return decided;
}

/** The outermost figure or code element a few steps above; -1 for none. */
function companionAbove(page: SegmentedPage, container: number): number {
  let found = -1;
  let number = container;
  for (let step = 0; step < climbMax && number > 0; step++) {
    if (companionTag.test(page.elements[number]?.tagName ?? '')) found = number;
    number = page.parents[number] ?? -1;
  }
  return found;
}

/** The nearest element around with other blocks than `inner` has. */
function surrounding(page: SegmentedPage, inner: number): number {
  let number = page.parents[inner] ?? -1;
  while (
    number >= 0 &&
    page.firstBlock[number] === page.firstBlock[inner] &&
    page.endBlock[number] === page.endBlock[inner]
  ) {
    number = page.parents[number] ?? -1;
  }
  return number;
}
