import { readFile } from 'node:fs/promises';
import { BoostedTrees, type BoostedTreesData, sigmoid, softmax } from '@quern/runtime/trees/boosted-trees';
import { blockFeatureNames } from './block-features.ts';
import { pageFeatureNames } from './page-features.ts';
import { pageTypes } from './page-type.ts';

/** Model file written by `training/page-blocks`: two sets of trees, and the features that they were trained on. */
export interface BlockModelData {
  readonly trainedOn: string;
  readonly pageTypes: readonly string[];
  /** Exponent of the odds by page type, for the selection: see `BlockModel.sharpness`. */
  readonly sharpness: readonly number[];
  readonly pageFeatures: readonly string[];
  readonly blockFeatures: readonly string[];
  /** The trees of all page types interleaved: tree `n` belongs to type `n % pageTypes.length`. */
  readonly pageTrees: BoostedTreesData;
  readonly blockTrees: BoostedTreesData;
}

/** The classifiers of page types and text blocks. */
export class BlockModel {
  /** Columns of a row of `blockTrees`: the features of the block, then the probability of each page type. */
  readonly featureNames: readonly string[];
  readonly blockTrees: BoostedTrees;
  readonly #pageTrees: BoostedTrees;
  readonly #logSharpness: readonly number[];

  /** @throws if the trees were trained on other features or page types than those of this version, or in another order */
  constructor(data: BlockModelData) {
    requireSameNames('page type', data.pageTypes, pageTypes);
    requireSameNames('page feature', data.pageFeatures, pageFeatureNames);
    requireSameNames('block feature', data.blockFeatures, blockFeatureNames);
    this.#logSharpness = data.sharpness.map(Math.log);
    this.#pageTrees = new BoostedTrees(data.pageTrees);
    this.blockTrees = new BoostedTrees(data.blockTrees);
    this.featureNames = [...data.blockFeatures, ...pageTypes.map((type) => `page:is:${type}`)];
  }

  /** Returns the probability of each page type, in the order of `pageTypes`. */
  pageTypeProbabilities(pageRow: Float32Array): number[] {
    const count = pageTypes.length;
    return softmax(pageTypes.map((_, type) => this.#pageTrees.score(pageRow, 0, type, count)));
  }

  /**
   * Returns the exponent of the odds with which blocks of a page are selected, a geometric mean over its possible types.
   * Blocks of one article are right or wrong together, so that the best selection is closer to a threshold of one half
   * than for independent blocks; those of lists are less certain than their probabilities.
   */
  sharpness(typeProbabilities: readonly number[]): number {
    return Math.exp(
      typeProbabilities.reduce((sum, weight, type) => sum + weight * (this.#logSharpness[type] ?? 0), 0),
    );
  }

  /** Returns the probability that the block whose row starts at `offset` is content. */
  contentProbability(rows: Float32Array, offset: number): number {
    return sigmoid(this.blockTrees.score(rows, offset));
  }
}

function requireSameNames(
  kind: 'page type' | 'page feature' | 'block feature',
  trained: readonly string[],
  computed: readonly string[],
): void {
  const count = Math.max(trained.length, computed.length);
  for (let index = 0; index < count; index++) {
    if (trained[index] === computed[index]) continue;
    throw new Error(
      `the model was trained with ${kind} ${index} "${trained[index]}", but this version has "${computed[index]}": retrain it (training/page-blocks)`,
    );
  }
}

let bundledModel: Promise<BlockModel> | undefined;

/** Loads the model that is part of the package, once. */
export function loadBundledBlockModel(): Promise<BlockModel> {
  bundledModel ??= readBundledModel();
  return bundledModel;
}

async function readBundledModel(): Promise<BlockModel> {
  const text = await readFile(new URL('./block-model.data.json', import.meta.url), 'utf8');
  // The file is generated with the package; the constructor checks that it fits this version.
  const data: BlockModelData = JSON.parse(text);
  return new BlockModel(data);
}
