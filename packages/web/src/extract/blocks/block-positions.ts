import type { SegmentedPage, TextBlock } from '../segments/segment-blocks.ts';
import type { TextFeatures } from '../segments/text-features.ts';
import { ancestorKinds } from './ancestor-kinds.ts';
import { ancestorColumns, type ElementFeatures, noAncestor } from './element-features.ts';

const headingTag = /^h[1-6]$/;

/** Ancestors within which a heading is searched. */
const headingStepsMax = 4;

/** Level (1 to 6) of the heading that contains an element; 0 if there is none. */
export function headingLevel(page: SegmentedPage, container: number): number {
  let element = container;
  for (let step = 0; step < headingStepsMax && element >= 0; step++) {
    const name = page.elements[element]?.name ?? '';
    if (headingTag.test(name)) return Number(name[1]);
    element = page.parents[element] ?? -1;
  }
  return 0;
}

/** Sums over the blocks whose containers have the same path of tags and class names. */
export interface PathTotals {
  blocks: number;
  chars: number;
  words: number;
}

/** The place of each block in the page; arrays are indexed by block. */
export interface BlockPositions {
  readonly charsBefore: Float64Array;
  /** First block of the first `h1`; -1 for none. */
  readonly titleBlock: number;
  readonly blocksSinceProse: Int32Array;
  readonly blocksUntilProse: Int32Array;
  /** The nearest heading at or before each block; -1 for none. */
  readonly nearestHeading: Int32Array;
  /** Headings up to and including the block. */
  readonly headingsBefore: Int32Array;
  /** Number of blocks with the same text, by hash of the text. */
  readonly duplicateCounts: ReadonlyMap<number, number>;
  /** Number of earlier blocks with the same text. */
  readonly duplicateIndex: Int32Array;
  /** By hash of the container's path. */
  readonly pathTotals: ReadonlyMap<number, PathTotals>;
  /** Number of earlier blocks with the same path. */
  readonly pathIndex: Int32Array;
}

const proseWordsMin = 20;
const proseLinkShareMax = 0.3;
/** Distances to prose are capped here. */
const proseDistanceMax = 100;
/** Steps up within which a heading element makes a block a heading. */
const headingDistanceMax = 3;
const headingKind = ancestorKinds.indexOf('heading');

/** Computes the positions of all blocks in one pass forward and one backward. */
export function computeBlockPositions(
  page: SegmentedPage,
  textFeatures: readonly TextFeatures[],
  elements: ElementFeatures,
): BlockPositions {
  const count = page.blocks.length;
  const charsBefore = new Float64Array(count);
  const nearestHeading = new Int32Array(count);
  const headingsBefore = new Int32Array(count);
  const duplicateCounts = new Map<number, number>();
  const duplicateIndex = new Int32Array(count);
  const pathTotals = new Map<number, PathTotals>();
  const pathIndex = new Int32Array(count);
  let titleBlock = -1;
  let chars = 0;
  let heading = -1;
  let headings = 0;
  for (const [index, block] of page.blocks.entries()) {
    const text = textFeatures[index];
    if (!text) continue;
    charsBefore[index] = chars;
    chars += block.chars;
    const row = block.container * ancestorColumns;
    if ((elements.ancestorDistance[row + headingKind] ?? noAncestor) <= headingDistanceMax) {
      heading = index;
      headings++;
      if (titleBlock < 0 && headingLevel(page, block.container) === 1) titleBlock = index;
    }
    nearestHeading[index] = heading;
    headingsBefore[index] = headings;
    const duplicates = duplicateCounts.get(text.hash) ?? 0;
    duplicateIndex[index] = duplicates;
    duplicateCounts.set(text.hash, duplicates + 1);
    const path = elements.pathHash[block.container] ?? 0;
    const totals = pathTotals.get(path) ?? { blocks: 0, chars: 0, words: 0 };
    pathIndex[index] = totals.blocks;
    totals.blocks++;
    totals.chars += block.chars;
    totals.words += text.words;
    pathTotals.set(path, totals);
  }
  return {
    charsBefore,
    titleBlock,
    ...proseDistances(page, textFeatures),
    nearestHeading,
    headingsBefore,
    duplicateCounts,
    duplicateIndex,
    pathTotals,
    pathIndex,
  };
}

function proseDistances(
  page: SegmentedPage,
  textFeatures: readonly TextFeatures[],
): Pick<BlockPositions, 'blocksSinceProse' | 'blocksUntilProse'> {
  const count = page.blocks.length;
  const prose = page.blocks.map((block, index) => {
    const text = textFeatures[index];
    return text !== undefined && isProse(block, text);
  });
  const blocksSinceProse = new Int32Array(count);
  const blocksUntilProse = new Int32Array(count);
  let last = -proseDistanceMax;
  for (let index = 0; index < count; index++) {
    blocksSinceProse[index] = Math.min(proseDistanceMax, index - last);
    if (prose[index]) last = index;
  }
  let next = count + proseDistanceMax;
  for (let index = count - 1; index >= 0; index--) {
    blocksUntilProse[index] = Math.min(proseDistanceMax, next - index);
    if (prose[index]) next = index;
  }
  return { blocksSinceProse, blocksUntilProse };
}

/** Returns whether a block is running text: many words, few of them in links. */
export function isProse(block: TextBlock, text: TextFeatures): boolean {
  return text.words >= proseWordsMin && block.linkChars < block.chars * proseLinkShareMax;
}
