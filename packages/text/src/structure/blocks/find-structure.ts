import { isAsideLine } from '../marks/classify-line.ts';
import { endsSentence } from '../words/line-shape.ts';
import { type DraftBlock, firstText, lastText, lengthOf } from './draft-block.ts';
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

const titleLengthMax = 160;
const contentShareMin = 1.5;
/** Number of blocks among which the content has to begin, or the salutation of a letter is. */
const firstBlocksMax = 12;
/** Begins like a title, also in quotation marks, or names a channel. */
const titleStart = /^["'“‘«„»『「《【¿¡(]{0,2}\s?[\p{Lu}\p{Lo}\p{N}]|^#[\p{L}\p{N}]/u;

/** A first line that is no sentence, before a byline, a date or a blank line, is a title, also where sentences have no marks. */
function findFirstTitle(blocks: readonly DraftBlock[]): void {
  const [first, second] = blocks;
  if (first === undefined || first.speaker !== undefined || first.lines.length > 1) return;
  if (first.role === 'aside' ? !isUnmarkedTitle(blocks) : first.role !== 'prose') return;
  if (second?.role !== 'aside' && second?.lines[0]?.gap !== 'blank') return;
  const text = firstText(first);
  if (text.length > titleLengthMax || endsSentence(text) || /[,;:、，；：]$/u.test(text)) return;
  if (!titleStart.test(text)) return;
  const isContent = (block: DraftBlock) =>
    /^(?:prose|item)$/.test(block.role) && lengthOf(block) >= text.length * contentShareMin;
  if (!blocks.slice(1, firstBlocksMax).some(isContent)) return;
  first.role = 'heading';
  first.level = 2;
}

/** Whether the first line, which was set aside by the lines around it, may be a title: not in a letter, and not if the text marks its title. */
function isUnmarkedTitle(blocks: readonly DraftBlock[]): boolean {
  const [first, ...others] = blocks.slice(0, firstBlocksMax);
  const text = first === undefined ? '' : firstText(first);
  if (isAsideLine(text) || /[:：](?:\s|$)/u.test(text)) return false;
  return !others.some(
    (block) =>
      (block.role === 'heading' && block.level === 1) ||
      (block.role === 'aside' && /[,،，]$/u.test(lastText(block))),
  );
}
