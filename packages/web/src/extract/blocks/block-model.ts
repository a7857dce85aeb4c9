import { readFile } from 'node:fs/promises';
import { blockFeatureNames } from './block-features.ts';
import { BoostedTrees, type BoostedTreesData, sigmoid, softmax } from './boosted-trees.ts';
import { pageFeatureNames } from './page-features.ts';

/** What training writes (`training/web`): two sets of trees, and what they were made from. */
export interface BlockModelData {
  readonly trainedOn: string;
  readonly pageTypes: readonly string[];
  readonly pageFeatures: readonly string[];
  readonly blockFeatures: readonly string[];
  /** One tree for each type in turn. */
  readonly pageTrees: BoostedTreesData;
  readonly blockTrees: BoostedTreesData;
}

/** Trees ready for use. Refuses trees that were trained on other features than are computed here. */
export class BlockModel {
  readonly pageTypes: readonly string[];
  /** Of a row: the features of a block, then how likely the page is of each type. */
  readonly featureNames: readonly string[];
  readonly blockTrees: BoostedTrees;
  private readonly page: BoostedTrees;

  constructor(data: BlockModelData) {
    demandSame('page', data.pageFeatures, pageFeatureNames);
    demandSame('block', data.blockFeatures, blockFeatureNames);
    this.pageTypes = data.pageTypes;
    this.page = new BoostedTrees(data.pageTrees);
    this.blockTrees = new BoostedTrees(data.blockTrees);
    this.featureNames = [...data.blockFeatures, ...data.pageTypes.map((type) => `page:is:${type}`)];
  }

  /** How likely the page is of each type, in the order of `pageTypes`. */
  pageTypeProbabilities(page: Float32Array): number[] {
    const count = this.pageTypes.length;
    return softmax(this.pageTypes.map((_, type) => this.page.score(page, 0, type, count)));
  }

  /** How likely a block is content. */
  contentProbability(rows: Float32Array, offset: number): number {
    return sigmoid(this.blockTrees.score(rows, offset));
  }
}

function demandSame(what: string, trained: readonly string[], computed: readonly string[]): void {
  const at = Math.max(trained.length, computed.length);
  for (let index = 0; index < at; index++) {
    if (trained[index] === computed[index]) continue;
    throw new Error(
      `the trees were trained on ${what} feature ${index} "${trained[index]}", computed is "${computed[index]}": train again (training/web)`,
    );
  }
}

let shipped: Promise<BlockModel> | undefined;

/** The trees that come with the package, read at first use. */
export function loadBundledBlockModel(): Promise<BlockModel> {
  shipped ??= readShipped();
  return shipped;
}

async function readShipped(): Promise<BlockModel> {
  const text = await readFile(new URL('./block-model.data.json', import.meta.url), 'utf8');
  // The file is ours; the constructor checks that it fits this code.
  const data: BlockModelData = JSON.parse(text);
  return new BlockModel(data);
}
