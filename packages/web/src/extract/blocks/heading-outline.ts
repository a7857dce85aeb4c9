import type { SegmentedPage } from '../segments/segment-blocks.ts';
import { type TextFeatures, wordGroups } from '../segments/text-features.ts';
import { headingLevel } from './block-positions.ts';

/** Word groups that open a part of a page other than its content, as headings or labels. */
export const labelGroups = ['related', 'comment', 'subscribe', 'more', 'ad', 'tags', 'by', 'legal'] as const;

const groupIndexes = labelGroups.map((group) => wordGroups.indexOf(group));
/** Longer blocks are not labels. */
const labelWordsMax = 6;
/** Distances are capped here. */
export const labelDistanceMax = 200;

/** The headings and labels before each block; arrays have one row of `labelGroups.length` values per block. */
export interface HeadingOutline {
  /** 1 if a heading of the sections around the block, other than the nearest heading, has a word of the group. */
  readonly enclosing: Uint8Array;
  /** Number of blocks since the last label or heading with a word of the group. */
  readonly sinceLabel: Uint8Array;
}

/** Follows the outline of a page: a heading closes the sections of its level and below. */
export function computeHeadingOutline(
  page: SegmentedPage,
  textFeatures: readonly TextFeatures[],
  nearestHeading: Int32Array,
): HeadingOutline {
  const width = labelGroups.length;
  const enclosing = new Uint8Array(page.blocks.length * width);
  const sinceLabel = new Uint8Array(page.blocks.length * width);
  const open = new Uint8Array(7);
  const last = new Array<number>(width).fill(-labelDistanceMax);
  let level = 0;
  for (const [index, block] of page.blocks.entries()) {
    const text = textFeatures[index];
    if (!text) continue;
    const isHeading = nearestHeading[index] === index;
    const isLabel = isHeading || text.words <= labelWordsMax;
    const bits = isLabel ? groupBits(text) : 0;
    if (isHeading) {
      level = headingLevel(page, block.container) || level || 6;
      open.fill(0, level);
      open[level] = bits;
    }
    let outer = 0;
    for (let above = 1; above < level; above++) outer |= open[above] ?? 0;
    for (let group = 0; group < width; group++) {
      if (bits & (1 << group)) last[group] = index;
      enclosing[index * width + group] = (outer >> group) & 1;
      sinceLabel[index * width + group] = Math.min(labelDistanceMax, index - (last[group] ?? 0));
    }
  }
  return { enclosing, sinceLabel };
}

function groupBits(text: TextFeatures): number {
  let bits = 0;
  for (const [place, group] of groupIndexes.entries())
    if ((text.wordGroupCounts[group] ?? 0) > 0) bits |= 1 << place;
  return bits;
}
