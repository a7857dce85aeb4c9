import { collapseWhitespace } from '@quern/text/collapse-whitespace';
import type { BlockClassification, FeatureContribution } from './blocks/classify-blocks.ts';
import { type PageType, type PageTypeProbability, rankPageTypes } from './blocks/page-type.ts';
import type { SegmentedPage } from './segments/segment-blocks.ts';

/** The decision on one block of text. */
export interface BlockDebug {
  /** Start of the text. */
  readonly text: string;
  /** Tags and class names of the nearest ancestors. */
  readonly path: string;
  readonly kept: boolean;
  /** Probability that the block is content. */
  readonly probability: number;
  /** The strongest influences on the probability: features with the change of the log-odds, or a rule. */
  readonly reasons: readonly string[];
}

/** The decisions on a page. */
export interface ExtractionDebug {
  readonly pageType: PageType;
  /** In descending order of probability. */
  readonly pageTypes: readonly PageTypeProbability[];
  /** Blocks with at least this probability are kept. */
  readonly threshold: number;
  readonly blocks: readonly BlockDebug[];
}

const textMax = 120;
const pathElementsMax = 4;
const classNamesMax = 2;
/** An explanation costs far more than a classification, so only the first blocks are explained. */
const blocksMax = 2000;

/** @param keptMask 1 for each block that is kept after all rules */
export function explainBlocks(
  page: SegmentedPage,
  classification: BlockClassification,
  keptMask: Uint8Array,
): ExtractionDebug {
  return {
    pageType: classification.pageType,
    pageTypes: rankPageTypes(classification.pageTypeProbabilities.map(round)),
    threshold: round(classification.threshold),
    blocks: page.blocks.slice(0, blocksMax).map((block, index) => ({
      text: collapseWhitespace(block.text).slice(0, textMax),
      path: pathOf(page, block.container),
      kept: keptMask[index] === 1,
      probability: round(classification.probabilities[index] ?? 0),
      reasons: [
        ...ruleReasons(classification.keptMask[index] === 1, keptMask[index] === 1),
        ...classification.explain(index).map(formatReason),
      ],
    })),
  };
}

/** Describes a rule that changed the decision of the classifier. */
function ruleReasons(isSelected: boolean, isKept: boolean): string[] {
  if (isSelected === isKept) return [];
  return [
    isKept ? 'rule: kept with its table, code or figure' : 'rule: repetition, or dropped with its table',
  ];
}

function formatReason({ feature, contribution }: FeatureContribution): string {
  if (!Number.isFinite(contribution)) return `rule: ${feature}`;
  return `${feature} ${contribution < 0 ? '' : '+'}${round(contribution)}`;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function pathOf(page: SegmentedPage, container: number): string {
  const parts: string[] = [];
  for (
    let index = container;
    index >= 0 && parts.length < pathElementsMax;
    index = page.parents[index] ?? -1
  ) {
    const element = page.elements[index];
    const classNames = element?.attributes['class']?.split(' ') ?? [];
    const name = classNames.slice(0, classNamesMax).join('.');
    parts.unshift(name === '' ? (element?.name ?? '') : `${element?.name}.${name}`);
  }
  return parts.join(' > ');
}
