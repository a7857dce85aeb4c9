import { ancestorColumns, ancestorKinds, type ElementFeatures, noAncestor } from './element-features.ts';
import type { SegmentedPage, TextBlock } from './segment-blocks.ts';
import type { TextFeatures } from './text-features.ts';

const headingTag = /^h[1-6]$/;

/** Of the heading in which an element lies, 1 to 6; 0 for none. */
export function headingLevel(page: SegmentedPage, container: number): number {
  let number = container;
  for (let level = 0; level < 4 && number >= 0; level++) {
    const name = page.elements[number]?.tagName ?? '';
    if (headingTag.test(name)) return Number(name[1]);
    number = page.parents[number] ?? -1;
  }
  return 0;
}

/** What a walk over the blocks in order tells of each. */
export interface BlockPositions {
  readonly charsBefore: Float64Array;
  /** First block of the first `h1`; -1 for none. */
  readonly titleBlock: number;
  readonly blocksSinceProse: Int32Array;
  readonly blocksUntilProse: Int32Array;
  /** The nearest heading at or before each block; -1 for none. */
  readonly nearestHeading: Int32Array;
  readonly headingsBefore: Int32Array;
  readonly duplicateCounts: ReadonlyMap<number, number>;
  readonly duplicateIndex: Int32Array;
  readonly pathTotals: ReadonlyMap<number, { blocks: number; chars: number; words: number }>;
  readonly pathIndex: Int32Array;
}

const proseWordsMin = 20;

export function computeBlockPositions(
  page: SegmentedPage,
  texts: readonly TextFeatures[],
  facts: ElementFeatures,
): BlockPositions {
  const count = page.blocks.length;
  const positions = {
    charsBefore: new Float64Array(count),
    titleBlock: -1,
    blocksSinceProse: new Int32Array(count),
    blocksUntilProse: new Int32Array(count),
    nearestHeading: new Int32Array(count),
    headingsBefore: new Int32Array(count),
    duplicateCounts: new Map<number, number>(),
    duplicateIndex: new Int32Array(count),
    pathTotals: new Map<number, { blocks: number; chars: number; words: number }>(),
    pathIndex: new Int32Array(count),
  };
  const inHeading = ancestorKinds.indexOf('heading');
  let chars = 0;
  let prose = -100;
  let heading = -1;
  let headings = 0;
  for (const [index, block] of page.blocks.entries()) {
    const text = texts[index];
    if (!text) continue;
    positions.charsBefore[index] = chars;
    chars += block.chars;
    positions.blocksSinceProse[index] = Math.min(100, index - prose);
    if (isProse(block, text)) prose = index;
    if ((facts.ancestorDistance[block.container * ancestorColumns + inHeading] ?? noAncestor) <= 3) {
      heading = index;
      headings++;
      if (positions.titleBlock < 0 && headingLevel(page, block.container) === 1) positions.titleBlock = index;
    }
    positions.nearestHeading[index] = heading;
    positions.headingsBefore[index] = headings;
    const copies = positions.duplicateCounts.get(text.hash) ?? 0;
    positions.duplicateIndex[index] = copies;
    positions.duplicateCounts.set(text.hash, copies + 1);
    const path = facts.pathHash[block.container] ?? 0;
    const known = positions.pathTotals.get(path) ?? { blocks: 0, chars: 0, words: 0 };
    positions.pathIndex[index] = known.blocks;
    known.blocks++;
    known.chars += block.chars;
    known.words += text.words;
    positions.pathTotals.set(path, known);
  }
  prose = count + 100;
  for (let index = count - 1; index >= 0; index--) {
    const block = page.blocks[index];
    const text = texts[index];
    positions.blocksUntilProse[index] = Math.min(100, prose - index);
    if (block && text && isProse(block, text)) prose = index;
  }
  return positions;
}

export function isProse(block: TextBlock, text: TextFeatures): boolean {
  return text.words >= proseWordsMin && block.linkChars < block.chars * 0.3;
}
