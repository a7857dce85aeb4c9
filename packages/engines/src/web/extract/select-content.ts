import type { Element } from 'hast';
import { type BlockModel, shippedBlockModel } from './blocks/block-model.ts';
import { type Classified, classifyBlocks } from './blocks/classify-blocks.ts';
import { keepCompanions } from './keep-companions.ts';
import { keepWhole } from './keep-whole.ts';
import { pruneTree } from './prune-tree.ts';
import type { ReadPage } from './read-page.ts';

/** The part of a page that is its content, and what led to the choice. */
export interface SelectedContent {
  /** A copy of the page's tree with nothing but content. */
  readonly content: Element;
  readonly classified: Classified;
  /** 1 for each block that stays. */
  readonly kept: Uint8Array;
}

/**
 * Boosted trees judge each block of text; what belongs together (tables, a list's items, a caption) stays or
 * goes together.
 * @param model other trees than the shipped ones, for measuring
 */
export async function selectContent(page: ReadPage, model?: BlockModel): Promise<SelectedContent> {
  const { blocks, features } = page;
  const classified = classifyBlocks(blocks, features, model ?? (await shippedBlockModel()));
  const words = features.texts.map((text) => text.words);
  const whole = keepWhole(blocks, classified.kept, words);
  const kept = keepCompanions(blocks, whole, words);
  return { content: pruneTree(page.tree, blocks, kept, words), classified, kept };
}
