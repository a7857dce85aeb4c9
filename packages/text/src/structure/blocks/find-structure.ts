import { endsSentence } from '../words/line-shape.ts';
import { type DraftBlock, firstText, lengthOf } from './draft-block.ts';
import { findHeadings } from './find-headings.ts';
import { markBoilerplate, markLeftovers, markQuestions } from './mark-boilerplate.ts';

/** Finds the structure that only the context of blocks shows: headings, questions, and parts that are not content. */
export function findStructure(blocks: readonly DraftBlock[]): void {
  findHeadings(blocks);
  findFirstTitle(blocks);
  markQuestions(blocks);
  markBoilerplate(blocks);
  markLeftovers(blocks);
}

const titleLengthMax = 110;
const contentShareMin = 1.5;

/** A short first line before a byline or a date is a title, also where sentences have no marks. */
function findFirstTitle(blocks: readonly DraftBlock[]): void {
  const [first, second] = blocks;
  if (
    first?.role !== 'prose' ||
    second?.role !== 'aside' ||
    first.speaker !== undefined ||
    first.lines.length > 1
  )
    return;
  const content = blocks.find((block) => block.role === 'prose' && block !== first);
  if (content === undefined || lengthOf(first) > titleLengthMax || endsSentence(firstText(first))) return;
  if (lengthOf(content) < lengthOf(first) * contentShareMin) return;
  first.role = 'heading';
  first.level = 2;
}
