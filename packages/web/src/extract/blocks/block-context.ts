import type { SegmentedPage, TextBlock } from '../segments/segment-blocks.ts';
import type { TextFeatures } from '../segments/text-features.ts';
import type { BlockPositions } from './block-positions.ts';
import type { ContentCandidates } from './content-candidates.ts';
import { ancestorColumns, type ElementFeatures } from './element-features.ts';
import type { PageSignals } from './page-signals.ts';
import type { PageStructure } from './page-structure.ts';

/** The measurements of a page from which the features of its blocks are derived. */
export interface PageMeasurements {
  readonly page: SegmentedPage;
  readonly textFeatures: readonly TextFeatures[];
  readonly elementFeatures: ElementFeatures;
  readonly candidates: ContentCandidates;
  readonly signals: PageSignals;
  readonly positions: BlockPositions;
  readonly structure: PageStructure;
}

/** One column of the classifier's input: its name in the trained model, and how it is computed. */
export type BlockFeature = readonly [name: string, compute: (context: BlockContext) => number];

/** Number of elements that are described for a block: its container and the ancestors above it. */
export const ancestorLevels = 5;
/** Neighboring blocks that are described, as distances in blocks. */
export const neighborOffsets = [-3, -2, -1, 1, 2, 3] as const;
/** Depth of the elements that count as the sections of a page. */
const sectionDepth = 5;

const emptyBlock: TextBlock = {
  container: 0,
  texts: [],
  text: '',
  chars: 0,
  linkChars: 0,
  strongChars: 0,
  links: 0,
  breaks: 0,
};
const emptyText: TextFeatures = {
  words: 0,
  wordLength: 0,
  stopWords: 0,
  commas: 0,
  periods: 0,
  digits: 0,
  capitalized: 0,
  upperCase: 0,
  questions: 0,
  currencies: 0,
  separators: 0,
  years: 0,
  endMark: 0,
  hasAt: 0,
  hasCopyright: 0,
  startsUpper: 0,
  wordGroupCounts: new Uint8Array(0),
  hash: 0,
  wordHashes: new Int32Array(0),
};

/**
 * The block whose features are being computed, with the values that several features share. One context is
 * moved over all blocks of a page, since a page can have 100,000 of them.
 */
export class BlockContext {
  readonly page: SegmentedPage;
  readonly textFeatures: readonly TextFeatures[];
  readonly elements: ElementFeatures;
  readonly candidates: ContentCandidates;
  readonly signals: PageSignals;
  readonly positions: BlockPositions;
  readonly structure: PageStructure;
  readonly blockCount: number;
  /** Characters of the page, at least 1. */
  readonly pageChars: number;

  index = 0;
  block: TextBlock = emptyBlock;
  text: TextFeatures = emptyText;
  /** Words of the block, at least 1. */
  words = 1;
  /** Row of the container in `elements.ancestorDistance`. */
  distanceRow = 0;
  /** Index of the nearest heading's block at or before this one; -1 for none. */
  heading = -1;
  headingText: TextFeatures | undefined;
  headingContainer = 0;
  /** Index of the element that contains the block at depth five, or of its container above that depth. */
  section = 0;
  /** Container of the block and its ancestors by level; -1 above the root. */
  readonly ancestors: Int32Array = new Int32Array(ancestorLevels);
  /** In the order of `neighborOffsets`; an empty block and undefined beyond the ends of the page. */
  readonly neighborBlocks: TextBlock[] = neighborOffsets.map(() => emptyBlock);
  readonly neighborTexts: (TextFeatures | undefined)[] = neighborOffsets.map(() => undefined);

  constructor(measurements: PageMeasurements) {
    this.page = measurements.page;
    this.textFeatures = measurements.textFeatures;
    this.elements = measurements.elementFeatures;
    this.candidates = measurements.candidates;
    this.signals = measurements.signals;
    this.positions = measurements.positions;
    this.structure = measurements.structure;
    this.blockCount = this.page.blocks.length;
    this.pageChars = Math.max(1, this.elements.chars[0] ?? 0);
  }

  /** Selects a block; returns false if the page has no block of this index. */
  moveTo(index: number): boolean {
    const block = this.page.blocks[index];
    const text = this.textFeatures[index];
    if (!block || !text) return false;
    this.index = index;
    this.block = block;
    this.text = text;
    this.words = Math.max(1, text.words);
    this.distanceRow = block.container * ancestorColumns;
    this.heading = this.positions.nearestHeading[index] ?? -1;
    this.headingText = this.heading < 0 ? undefined : this.textFeatures[this.heading];
    this.headingContainer = this.heading < 0 ? 0 : (this.page.blocks[this.heading]?.container ?? 0);
    this.#findAncestors(block.container);
    for (const [place, offset] of neighborOffsets.entries()) {
      this.neighborBlocks[place] = this.page.blocks[index + offset] ?? emptyBlock;
      this.neighborTexts[place] = this.textFeatures[index + offset];
    }
    return true;
  }

  #findAncestors(container: number): void {
    const { parents, depths } = this.page;
    let element = container;
    for (let level = 0; level < ancestorLevels; level++) {
      this.ancestors[level] = element;
      if (element >= 0) element = parents[element] ?? -1;
    }
    element = container;
    while ((depths[element] ?? 0) > sectionDepth) element = parents[element] ?? 0;
    this.section = element;
  }
}
