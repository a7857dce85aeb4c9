import { collapseWhitespace } from '@quern/text/collapse-whitespace';
import { codePointStart } from '@quern/text/surrogates';
import type { AnalyzedPage } from './analyze-page.ts';
import { type BlockCause, type BlockFacts, findCauses } from './block-causes.ts';
import type { FeatureContribution } from './blocks/classify-blocks.ts';
import { isDescendantOrSelf } from './blocks/content-candidates.ts';
import { type PageType, type PageTypeProbability, rankPageTypes } from './blocks/page-type.ts';
import type { SegmentedPage } from './segments/segment-blocks.ts';
import type { SelectedContent } from './select-content.ts';

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
  /** The same by kind of evidence: a rule alone, or the strongest kinds. */
  readonly causes: readonly BlockCause[];
}

/** The decisions on a page. */
export interface ExtractionDebug {
  readonly pageType: PageType;
  /** In descending order of probability. */
  readonly pageTypes: readonly PageTypeProbability[];
  /** Blocks with at least this probability are kept. */
  readonly threshold: number;
  /** Number of blocks of the page. */
  readonly blockCount: number;
  /** The first 2,000 of them, in document order. */
  readonly blocks: readonly BlockDebug[];
}

const textMax = 120;
const pathMax = 200;
const contributionsMax = 4;
const pathElementsMax = 4;
const classNamesMax = 2;
/** An explanation costs far more than a classification, so only the first blocks are explained. */
const blocksMax = 2000;

/** Explains the decisions on the blocks of a page. */
export function explainBlocks(
  { blocks: page, features }: Pick<AnalyzedPage, 'blocks' | 'features'>,
  { classification, keptMask, corrections }: Omit<SelectedContent, 'content'>,
): ExtractionDebug {
  return {
    pageType: classification.pageType,
    pageTypes: rankPageTypes(classification.pageTypeProbabilities.map(round)),
    threshold: round(classification.threshold),
    blockCount: page.blocks.length,
    blocks: page.blocks.slice(0, blocksMax).map((block, index) => {
      const kept = keptMask[index] === 1;
      const contributions = classification.explain(index);
      const rule = correctionOf(corrections, index, kept) ?? exclusionOf(contributions);
      return {
        text: shorten(collapseWhitespace(block.text)),
        path: pathOf(page, block.container),
        kept,
        probability: round(classification.probabilities[index] ?? 0),
        reasons: [
          ...ruleReasons(classification.keptMask[index] === 1, kept),
          ...contributions.slice(0, contributionsMax).map(formatReason),
        ],
        causes:
          rule === undefined ? findCauses(contributions, factsOf(page, features, index)) : [{ cause: rule }],
      };
    }),
  };
}

function shorten(text: string): string {
  return text.length <= textMax ? text : text.slice(0, codePointStart(text, textMax));
}

/** The rule that corrected the decision of the classifier on a block last; undefined if the decision is the classifier's. */
function correctionOf(
  corrections: SelectedContent['corrections'],
  block: number,
  kept: boolean,
): BlockCause['cause'] | undefined {
  if (corrections[0]?.keptMask[block] === Number(kept)) return undefined;
  const last = corrections.findLastIndex(({ keptMask }) => keptMask[block] !== Number(kept));
  return corrections[last + 1]?.rule;
}

/** The rule that excluded a block before the classifier. */
function exclusionOf([first]: readonly FeatureContribution[]): BlockCause['cause'] | undefined {
  if (first === undefined || Number.isFinite(first.contribution)) return undefined;
  return exclusionCauses.get(first.feature);
}

const exclusionCauses = new Map<string, BlockCause['cause']>([
  ['hidden dialog', 'hidden_dialog'],
  ['advertisement', 'advertisement'],
  ['newsletter', 'newsletter'],
  ['comment on an article', 'comments'],
]);

function factsOf(
  page: SegmentedPage,
  { textFeatures, structure: { body, units } }: AnalyzedPage['features'],
  index: number,
): BlockFacts {
  const block = page.blocks[index];
  const container = block?.container ?? 0;
  return {
    words: textFeatures[index]?.words ?? 0,
    linkShare: (block?.linkChars ?? 0) / Math.max(1, block?.chars ?? 0),
    isInMainText: body.element >= 0 && isDescendantOrSelf(page, container, body.element),
    similarCount: units.size[units.unitOf[container] ?? -1] ?? 0,
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
    // Class names can be as long as the page.
    const classNames = element?.attributes['class']?.slice(0, pathMax).split(' ') ?? [];
    const name = classNames.slice(0, classNamesMax).join('.');
    parts.unshift(name === '' ? (element?.name ?? '') : `${element?.name}.${name}`);
  }
  return parts.join(' > ').slice(-pathMax).toWellFormed();
}
