import { type BlockFeatures, blockFeatureNames } from './block-features.ts';
import type { BlockModel } from './block-model.ts';
import { matchExcludeRule } from './exclude-rules.ts';
import type { SegmentedPage } from './segment-blocks.ts';

/** What the trees say of a page's blocks. */
export interface BlockClassification {
  readonly pageType: string;
  /** Of each block to be content. */
  readonly probabilities: Float32Array;
  readonly keptMask: Uint8Array;
  /** Blocks of at least this chance are kept. */
  readonly threshold: number;
  /** Names of the features that decided a block, the strongest first, with what each moved the log-odds. */
  readonly explain: (block: number) => { readonly feature: string; readonly moved: number }[];
}

const reasonsMax = 4;
/**
 * A page of so many words whose likeliest block is less likely than this has no content: a wall, a shop without its
 * scripts. On 1,497 labelled pages (ten folds) that held for three pages with an empty gold text and one empty shell.
 */
const likelyMin = 0.2;
const manyWords = 100;

/** Judges each block, and cuts where the expected F1 of the page's words is highest. */
export function classifyBlocks(
  page: SegmentedPage,
  features: BlockFeatures,
  model: BlockModel,
): BlockClassification {
  const typeChances = model.pageTypeProbabilities(features.pageRow);
  // One row at a time: those of a hundred thousand blocks would fill the memory.
  const row = new Float32Array(blockFeatureNames.length + typeChances.length);
  row.set(typeChances, blockFeatureNames.length);
  const chances = new Float32Array(features.blockCount);
  const refused = (block: number) =>
    matchExcludeRule(page.blocks[block]?.container ?? 0, features.elementFeatures, page.parents);
  for (let block = 0; block < features.blockCount; block++) {
    features.writeRow(block, row, 0);
    chances[block] = refused(block) ? 0 : model.contentProbability(row, 0);
  }
  const words = features.textFeatures.map((text) => text.words);
  const cut = isBare(chances, words) ? 1 : bestF1Threshold(chances, words);
  return {
    pageType: model.pageTypes[typeChances.indexOf(Math.max(...typeChances))] ?? '',
    probabilities: chances,
    keptMask: Uint8Array.from(chances, (chance) => Number(chance > 0 && chance >= cut)),
    threshold: cut,
    explain: (block) => {
      const rule = refused(block);
      if (rule) return [{ feature: rule, moved: Number.NEGATIVE_INFINITY }];
      features.writeRow(block, row, 0);
      return [...model.blockTrees.explain(row, 0)]
        .map(([feature, moved]) => ({ feature: model.featureNames[feature] ?? '', moved }))
        .sort((a, b) => Math.abs(b.moved) - Math.abs(a.moved))
        .slice(0, reasonsMax);
    },
  };
}

function isBare(chances: Float32Array, words: readonly number[]): boolean {
  return (
    chances.every((chance) => chance < likelyMin) && words.reduce((sum, count) => sum + count, 0) >= manyWords
  );
}

/**
 * The chance from which on blocks are kept so that the expected F1 over words is highest: with the blocks
 * sorted by chance, 2 × expected hits / (words kept + expected words of content) has one maximum
 * (Lipton and others, "Optimal thresholding of classifiers to maximize F1 measure", 2014).
 */
export function bestF1Threshold(chances: Float32Array, words: readonly number[]): number {
  const order = Array.from(chances.keys()).sort((a, b) => (chances[b] ?? 0) - (chances[a] ?? 0));
  let expected = 0;
  for (const block of order) expected += (chances[block] ?? 0) * (words[block] ?? 0);
  let hits = 0;
  let kept = 0;
  let best = -1;
  let cut = 1;
  for (const block of order) {
    hits += (chances[block] ?? 0) * (words[block] ?? 0);
    kept += words[block] ?? 0;
    const score = (2 * hits) / (kept + expected || 1);
    if (score <= best) continue;
    best = score;
    cut = chances[block] ?? 0;
  }
  return cut;
}
