import { readFile } from 'node:fs/promises';
import { blockFeatureNames } from './block-features.ts';
import { BoostedTrees, type BoostedTreesData, sigmoid, softmax } from './boosted-trees.ts';
import { pageFeatureNames } from './page-features.ts';

/** Model file written by `training/page-blocks`: two sets of trees, and the features that they were trained on. */
export interface BlockModelData {
  readonly trainedOn: string;
  readonly pageTypes: readonly string[];
  readonly pageFeatures: readonly string[];
  readonly blockFeatures: readonly string[];
  /** The trees of all page types interleaved: tree `n` belongs to type `n % pageTypes.length`. */
  readonly pageTrees: BoostedTreesData;
  readonly blockTrees: BoostedTreesData;
}

/** The classifiers of page types and text blocks. */
export class BlockModel {
  readonly pageTypes: readonly string[];
  /** Columns of a row of `blockTrees`: the features of the block, then the probability of each page type. */
  readonly featureNames: readonly string[];
  readonly blockTrees: BoostedTrees;
  readonly #pageTrees: BoostedTrees;

  /** @throws if the trees were trained on features other than those that this version computes, or in another order */
  constructor(data: BlockModelData) {
    requireSameFeatures('page', data.pageFeatures, pageFeatureNames);
    requireSameFeatures('block', data.blockFeatures, blockFeatureNames);
    this.pageTypes = data.pageTypes;
    this.#pageTrees = new BoostedTrees(data.pageTrees);
    this.blockTrees = new BoostedTrees(data.blockTrees);
    this.featureNames = [...data.blockFeatures, ...data.pageTypes.map((type) => `page:is:${type}`)];
  }

  /** Returns the probability of each page type, in the order of `pageTypes`. */
  pageTypeProbabilities(pageRow: Float32Array): number[] {
    const count = this.pageTypes.length;
    return softmax(this.pageTypes.map((_, type) => this.#pageTrees.score(pageRow, 0, type, count)));
  }

  /** Returns the probability that the block whose row starts at `offset` is content. */
  contentProbability(rows: Float32Array, offset: number): number {
    return sigmoid(this.blockTrees.score(rows, offset));
  }
}

function requireSameFeatures(
  kind: 'page' | 'block',
  trained: readonly string[],
  computed: readonly string[],
): void {
  const count = Math.max(trained.length, computed.length);
  for (let index = 0; index < count; index++) {
    if (trained[index] === computed[index]) continue;
    throw new Error(
      `the model was trained with ${kind} feature ${index} "${trained[index]}", but this version computes "${computed[index]}": retrain it (training/page-blocks)`,
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
