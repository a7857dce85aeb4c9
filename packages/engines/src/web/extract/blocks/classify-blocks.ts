import { blockFeatureNames, type Features } from './block-features.ts';
import type { BlockModel } from './block-model.ts';
import { neverContent } from './never-content.ts';
import type { BlockPage } from './segment-blocks.ts';

/** What the trees say of a page's blocks. */
export interface Classified {
  readonly type: string;
  /** Of each block to be content. */
  readonly chances: Float32Array;
  readonly kept: Uint8Array;
  /** Blocks of at least this chance are kept. */
  readonly cut: number;
  /** Names of the features that decided a block, the strongest first, with what each moved the log-odds. */
  readonly reasons: (block: number) => { readonly feature: string; readonly moved: number }[];
}

const reasonsMax = 4;
/**
 * A page of so many words whose likeliest block is less likely than this has no content: a wall, a shop without its
 * scripts. On 1,497 labelled pages (ten folds) that held for three pages with an empty gold text and one empty shell.
 */
const likelyMin = 0.2;
const manyWords = 100;

/** Judges each block, and cuts where the expected F1 of the page's words is highest. */
export function classifyBlocks(page: BlockPage, features: Features, model: BlockModel): Classified {
  const typeChances = model.typeOf(features.page);
  // One row at a time: those of a hundred thousand blocks would fill the memory.
  const row = new Float32Array(blockFeatureNames.length + typeChances.length);
  row.set(typeChances, blockFeatureNames.length);
  const chances = new Float32Array(features.count);
  const refused = (block: number) =>
    neverContent(page.blocks[block]?.container ?? 0, features.facts, page.parents);
  for (let block = 0; block < features.count; block++) {
    features.write(block, row, 0);
    chances[block] = refused(block) ? 0 : model.chanceOf(row, 0);
  }
  const words = features.texts.map((text) => text.words);
  const cut = isBare(chances, words) ? 1 : bestCut(chances, words);
  return {
    type: model.pageTypes[typeChances.indexOf(Math.max(...typeChances))] ?? '',
    chances,
    kept: Uint8Array.from(chances, (chance) => Number(chance > 0 && chance >= cut)),
    cut,
    reasons: (block) => {
      const rule = refused(block);
      if (rule) return [{ feature: rule, moved: Number.NEGATIVE_INFINITY }];
      features.write(block, row, 0);
      return [...model.blocks.explain(row, 0)]
        .map(([feature, moved]) => ({ feature: model.rowNames[feature] ?? '', moved }))
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
export function bestCut(chances: Float32Array, words: readonly number[]): number {
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
