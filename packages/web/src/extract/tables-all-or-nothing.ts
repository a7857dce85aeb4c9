import type { BlockClassification } from './blocks/classify-blocks.ts';
import type { SegmentedPage } from './segments/segment-blocks.ts';
import { WordSums } from './word-sums.ts';

/** With at least this share of its words kept, a table is kept as a whole. */
const keptShareMin = 0.5;
/** With less than this share of its words kept, a table is dropped as a whole. */
const keptShareDropped = 0.15;
/** Inside kept text, a table of several rows is kept from this share of the threshold of other blocks on. */
const thresholdShare = 0.2;
/** The same for single rows and for tables of links, which are often menus. */
const thresholdShareOfMenus = 0.5;
/** With more than this share of its characters in links, a table is one of links. */
const linkShareMax = 0.5;
/** A table is inside kept text if at least this share of the words around it is kept. */
const keptShareInside = 0.7;

/**
 * Keeps or drops innermost data tables and definition lists as a whole, since one with gaps is misleading. One inside
 * kept text need not be as probable as the text: short cells look like boilerplate.
 * Returns a corrected copy of `keptMask`.
 * @param keptMask 1 for each block that is kept
 * @param words number of words of each block
 */
export function tablesAllOrNothing(
  page: SegmentedPage,
  keptMask: Uint8Array,
  words: readonly number[],
  { probabilities, threshold }: Pick<BlockClassification, 'probabilities' | 'threshold'>,
): Uint8Array {
  const corrected = keptMask.slice();
  const sums = new WordSums(page, keptMask, words);
  for (const [index, element] of page.elements.entries()) {
    const kind =
      element?.name === 'dl' ? 'data' : element?.name === 'table' ? tableKind(page, index) : 'layout';
    if (kind === 'layout') continue;
    const from = page.firstBlock[index] ?? 0;
    const to = page.endBlock[index] ?? 0;
    const { total, kept } = sums.inside(index);
    const share = kind === 'row' || isOfLinks(page, from, to) ? thresholdShareOfMenus : thresholdShare;
    const isLikely = meanProbability(probabilities, words, from, to) >= threshold * share;
    if (isLikely && sums.isInsideKept(index, keptShareInside)) corrected.fill(1, from, to);
    else if (kind === 'row') continue;
    else if (kept >= total * keptShareMin) corrected.fill(1, from, to);
    else if (kept < total * keptShareDropped) corrected.fill(0, from, to);
  }
  return corrected;
}

/** Whether most characters of the blocks from `from` (inclusive) to `to` (exclusive) are in links. */
function isOfLinks(page: SegmentedPage, from: number, to: number): boolean {
  let chars = 0;
  let linkChars = 0;
  for (const block of page.blocks.slice(from, to)) {
    chars += block.chars;
    linkChars += block.linkChars;
  }
  return linkChars > chars * linkShareMax;
}

/** Mean over the words of the blocks from `from` (inclusive) to `to` (exclusive); 0 without words. */
function meanProbability(
  probabilities: Float32Array,
  words: readonly number[],
  from: number,
  to: number,
): number {
  let sum = 0;
  let count = 0;
  for (let block = from; block < to; block++) {
    sum += (probabilities[block] ?? 0) * (words[block] ?? 0);
    count += words[block] ?? 0;
  }
  return sum / Math.max(1, count);
}

/** Returns `data` for a table of several rows of several cells, `row` for a single row of them, else `layout`. */
function tableKind(page: SegmentedPage, table: number): 'data' | 'row' | 'layout' {
  let rows = 0;
  let cells = 0;
  for (let index = table + 1; index < page.elements.length; index++) {
    if ((page.depths[index] ?? 0) <= (page.depths[table] ?? 0)) break;
    const name = page.elements[index]?.name;
    if (name === 'table') return 'layout';
    if (name === 'tr') rows++;
    else if (name === 'td' || name === 'th') cells++;
  }
  if (cells < rows * 2 || cells < 2) return 'layout';
  return rows >= 2 ? 'data' : 'row';
}
