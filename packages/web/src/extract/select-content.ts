import type { DomElement } from '@quern/content/dom/dom';
import type { AnalyzedPage } from './analyze-page.ts';
import { attachDependents } from './attach-dependents.ts';
import { attachHeadings } from './attach-headings.ts';
import type { ruleCauses } from './block-causes.ts';
import { type BlockModel, loadBundledBlockModel } from './blocks/block-model.ts';
import { type BlockClassification, classifyBlocks } from './blocks/classify-blocks.ts';
import { completeItems } from './complete-items.ts';
import { completeLists } from './complete-lists.ts';
import { dropRepeats } from './drop-repeats.ts';
import { pruneTree } from './prune-tree.ts';
import { tablesAllOrNothing } from './tables-all-or-nothing.ts';

/** The main content of a page, and the decisions behind it. */
export interface SelectedContent {
  /** A copy of the page's tree without boilerplate. */
  readonly content: DomElement;
  readonly classification: BlockClassification;
  /** 1 for each block that is kept. */
  readonly keptMask: Uint8Array;
  /** The decisions of the classifier, then those after each rule that corrects them. */
  readonly corrections: readonly Correction[];
}

/** The decisions on all blocks after a rule. */
export interface Correction {
  /** Undefined for the classifier. */
  readonly rule?: (typeof ruleCauses)[number];
  /** 1 for each block that is kept. */
  readonly keptMask: Uint8Array;
}

/**
 * Selects the main content: boosted trees classify each block of text. Then lists, tables, code,
 * quotations, captions and headings are kept or dropped as parts of what surrounds them, and repeated paragraphs are dropped.
 * @param model replaces the bundled model, for evaluation
 */
export async function selectContent(page: AnalyzedPage, model?: BlockModel): Promise<SelectedContent> {
  const { blocks, features } = page;
  const classification = classifyBlocks(blocks, features, model ?? (await loadBundledBlockModel()));
  const words = features.textFeatures.map((text) => text.words);
  const withItems = completeItems(blocks, features, classification);
  const withTables = tablesAllOrNothing(blocks, withItems, words, classification);
  const withLists = completeLists(blocks, withTables, words, classification);
  const withDependents = attachDependents(blocks, withLists, words, classification);
  const withHeadings = attachHeadings(blocks, withDependents, classification);
  const keptMask = dropRepeats(blocks, withHeadings, features.textFeatures);
  const corrections: Correction[] = [
    { keptMask: classification.keptMask },
    { rule: 'whole_series', keptMask: withItems },
    { rule: 'whole_table', keptMask: withTables },
    { rule: 'whole_list', keptMask: withLists },
    { rule: 'part_of_text', keptMask: withDependents },
    { rule: 'heading_of_text', keptMask: withHeadings },
    { rule: 'repeated_text', keptMask },
  ];
  return { content: pruneTree(page.tree, blocks, keptMask, words), classification, keptMask, corrections };
}
