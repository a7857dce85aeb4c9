import type { Element } from 'hast';
import type { AnalyzedPage } from './analyze-page.ts';
import { attachCaptions } from './attach-captions.ts';
import { type BlockModel, loadBundledBlockModel } from './blocks/block-model.ts';
import { type BlockClassification, classifyBlocks } from './blocks/classify-blocks.ts';
import { pruneTree } from './prune-tree.ts';
import { tablesAllOrNothing } from './tables-all-or-nothing.ts';

/** The part of a page that is its content, and what led to the choice. */
export interface SelectedContent {
  /** A copy of the page's tree with nothing but content. */
  readonly content: Element;
  readonly classification: BlockClassification;
  /** 1 for each block that stays. */
  readonly keptMask: Uint8Array;
}

/**
 * Boosted trees judge each block of text; what belongs together (tables, a list's items, a caption) stays or
 * goes together.
 * @param model other trees than the shipped ones, for measuring
 */
export async function selectContent(page: AnalyzedPage, model?: BlockModel): Promise<SelectedContent> {
  const { blocks, features } = page;
  const classified = classifyBlocks(blocks, features, model ?? (await loadBundledBlockModel()));
  const words = features.textFeatures.map((text) => text.words);
  const whole = tablesAllOrNothing(blocks, classified.keptMask, words);
  const kept = attachCaptions(blocks, whole, words);
  return { content: pruneTree(page.tree, blocks, kept, words), classification: classified, keptMask: kept };
}
