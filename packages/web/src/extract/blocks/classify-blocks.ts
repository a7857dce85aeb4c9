import type { SegmentedPage } from '../segments/segment-blocks.ts';
import { type BlockFeatures, blockFeatureNames } from './block-features.ts';
import type { BlockModel } from './block-model.ts';
import { isComment, matchExcludeRule } from './exclude-rules.ts';
import { choosePageType, type PageType, pageTypes } from './page-type.ts';

/** Influence of one feature on the classification of a block. */
export interface FeatureContribution {
  /** Name of the feature, or of the rule that excluded the block. */
  readonly feature: string;
  /** Value of the feature; undefined for a rule. */
  readonly value?: number;
  /** Change of the log-odds; negative infinity for a rule. */
  readonly contribution: number;
}

/** The classification of a page and its blocks; arrays are indexed by block. */
export interface BlockClassification {
  readonly pageType: PageType;
  /** In the order of `pageTypes`. */
  readonly pageTypeProbabilities: readonly number[];
  /** Probability that the block is content. */
  readonly probabilities: Float32Array;
  /** 1 for each block that is kept. */
  readonly keptMask: Uint8Array;
  /** Blocks with at least this probability are kept. */
  readonly threshold: number;
  /** Returns the influences on a block, in descending order of magnitude. */
  readonly explain: (block: number) => FeatureContribution[];
}

/**
 * A page of at least `emptyPageWordsMin` words whose most probable block is below this has no content, for example
 * a block page or a shop without its scripts. Among 1,497 labeled pages (ten folds) this applied to three pages with
 * an empty gold text and one empty shell.
 */
const contentProbabilityMin = 0.2;
const emptyPageWordsMin = 100;
/** The replies of a page that could be a discussion are not excluded as comments. */
const forumProbabilityMax = 0.1;

/** Classifies all blocks of a page and selects the threshold with the highest expected word F1. */
export function classifyBlocks(
  page: SegmentedPage,
  features: BlockFeatures,
  model: BlockModel,
): BlockClassification {
  const typeProbabilities = model.pageTypeProbabilities(features.pageRow);
  // One row at a time: the rows of 100,000 blocks would not fit into memory.
  const row = new Float32Array(blockFeatureNames.length + typeProbabilities.length);
  row.set(typeProbabilities, blockFeatureNames.length);
  const probabilities = new Float32Array(features.blockCount);
  const pageType = choosePageType(typeProbabilities);
  const hasComments =
    pageType === 'article' && (typeProbabilities[pageTypes.indexOf('forum')] ?? 0) < forumProbabilityMax;
  const excludedBy = (block: number) => {
    const container = page.blocks[block]?.container ?? 0;
    if (hasComments && isComment(page, container, features)) return 'comment on an article';
    return matchExcludeRule(container, features.elementFeatures, page.parents);
  };
  for (let block = 0; block < features.blockCount; block++) {
    if (excludedBy(block)) continue;
    features.writeRow(block, row, 0);
    probabilities[block] = model.contentProbability(row, 0);
  }
  const words = features.textFeatures.map((text) => text.words);
  const threshold = hasNoContent(probabilities, words)
    ? 1
    : bestF1Threshold(probabilities, words, model.sharpness(typeProbabilities));
  return {
    pageType,
    pageTypeProbabilities: typeProbabilities,
    probabilities,
    keptMask: Uint8Array.from(probabilities, (probability) =>
      Number(probability > 0 && probability >= threshold),
    ),
    threshold,
    explain: (block) => {
      const rule = excludedBy(block);
      if (rule) return [{ feature: rule, contribution: Number.NEGATIVE_INFINITY }];
      features.writeRow(block, row, 0);
      return [...model.blockTrees.explain(row, 0)]
        .map(([column, contribution]) => ({
          feature: model.featureNames[column] ?? '',
          value: row[column] ?? 0,
          contribution,
        }))
        .sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution));
    },
  };
}

function hasNoContent(probabilities: Float32Array, words: readonly number[]): boolean {
  return (
    probabilities.every((probability) => probability < contentProbabilityMin) &&
    words.reduce((sum, count) => sum + count, 0) >= emptyPageWordsMin
  );
}

/**
 * Returns the probability from which on blocks are kept so that the expected F1 over words is highest. With the
 * blocks in descending order of probability, 2 × expected hits / (words kept + expected words of content) has a
 * single maximum (Lipton et al., "Optimal Thresholding of Classifiers to Maximize F1 Measure", 2014).
 * @param words number of words of each block
 * @param sharpness exponent of the odds: above 1 probabilities count as more certain than they are, below 1 as less
 */
export function bestF1Threshold(
  probabilities: Float32Array,
  words: readonly number[],
  sharpness = 1,
): number {
  const sharpened =
    sharpness === 1 ? probabilities : probabilities.map((probability) => sharpen(probability, sharpness));
  const order = Array.from(probabilities.keys()).sort(
    (a, b) => (probabilities[b] ?? 0) - (probabilities[a] ?? 0),
  );
  let expectedWords = 0;
  for (const block of order) expectedWords += (sharpened[block] ?? 0) * (words[block] ?? 0);
  let expectedHits = 0;
  let keptWords = 0;
  let bestScore = -1;
  let threshold = 1;
  for (const block of order) {
    expectedHits += (sharpened[block] ?? 0) * (words[block] ?? 0);
    keptWords += words[block] ?? 0;
    const score = (2 * expectedHits) / (keptWords + expectedWords || 1);
    if (score <= bestScore) continue;
    bestScore = score;
    threshold = probabilities[block] ?? 0;
  }
  return threshold;
}

/** Raises the odds of a probability to a power. */
function sharpen(probability: number, exponent: number): number {
  const likely = probability ** exponent;
  return likely / (likely + (1 - probability) ** exponent || 1);
}
