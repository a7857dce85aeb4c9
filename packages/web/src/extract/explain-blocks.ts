import type { BlockClassification } from './blocks/classify-blocks.ts';
import type { SegmentedPage } from './blocks/segment-blocks.ts';

/** Why one block of text stayed or went. */
export interface BlockDebug {
  readonly text: string;
  /** Path of tags and names to the block. */
  readonly path: string;
  readonly kept: boolean;
  /** Of being content, as the trees see it. */
  readonly probability: number;
  /** What moved the chance most: features with the sign and size of their effect. */
  readonly reasons: readonly string[];
}

export interface ExtractionDebug {
  readonly pageType: string;
  /** Blocks of at least this chance stayed. */
  readonly threshold: number;
  readonly blocks: readonly BlockDebug[];
}

const textMax = 120;
const pathMax = 4;
/** Explaining costs far more than judging; of endless pages the first blocks are enough. */
const blocksMax = 2000;

/** @param kept as decided in the end: tables stay or go whole */
export function explainBlocks(
  page: SegmentedPage,
  classified: BlockClassification,
  kept: Uint8Array,
): ExtractionDebug {
  return {
    pageType: classified.pageType,
    threshold: round(classified.threshold),
    blocks: page.blocks.slice(0, blocksMax).map((block, index) => ({
      text: block.text.replace(/\s+/g, ' ').trim().slice(0, textMax),
      path: pathOf(page, block.container),
      kept: kept[index] === 1,
      probability: round(classified.probabilities[index] ?? 0),
      reasons: classified
        .explain(index)
        .map(({ feature, contribution }) =>
          Number.isFinite(contribution)
            ? `${feature} ${contribution < 0 ? '' : '+'}${round(contribution)}`
            : `rule: ${feature}`,
        ),
    })),
  };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function pathOf(page: SegmentedPage, container: number): string {
  const parts: string[] = [];
  for (let number = container; number >= 0 && parts.length < pathMax; number = page.parents[number] ?? -1) {
    const element = page.elements[number];
    const names = element?.properties['className'];
    const name = Array.isArray(names) ? names.slice(0, 2).join('.') : '';
    parts.unshift(name === '' ? (element?.tagName ?? '') : `${element?.tagName}.${name}`);
  }
  return parts.join(' > ');
}
