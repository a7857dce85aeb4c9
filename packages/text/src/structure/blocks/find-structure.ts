import type { DraftBlock } from './draft-block.ts';
import { findHeadings } from './find-headings.ts';
import { markBoilerplate, markLeftovers, markQuestions } from './mark-boilerplate.ts';

/** Finds the structure that only the context of blocks shows: headings, questions, and parts that are not content. */
export function findStructure(blocks: readonly DraftBlock[]): void {
  findHeadings(blocks);
  markQuestions(blocks);
  markBoilerplate(blocks);
  markLeftovers(blocks);
}
