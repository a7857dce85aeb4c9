import { isAsideLine } from '../marks/classify-line.ts';
import { endsSentence } from '../words/line-shape.ts';
import { type DraftBlock, firstText, lastText, lengthOf } from './draft-block.ts';
import { findHeadings } from './find-headings.ts';
import { titleLengthMax } from './find-title.ts';
import { markBoilerplate, markLeftovers, markQuestions } from './mark-boilerplate.ts';

/** Finds the structure that only the context of blocks shows: headings, questions, and parts that are not content. */
export function findStructure(blocks: readonly DraftBlock[]): void {
  findHeadings(blocks);
  findFirstTitle(blocks);
  markQuestions(blocks);
  markBoilerplate(blocks);
  markLeftovers(blocks);
}

const contentShareMin = 1.5;
/** Number of blocks among which the content has to begin, or the salutation of a letter is. */
const firstBlocksMax = 12;
/** Maximum number of lines above the content, such as the name of an organization, the kind of the document, the place and the date. */
const headLinesMax = 4;
/** Level of the lines below a title. */
const subtitleLevel = 4;
/** Begins like a title, also in quotation marks, or names a channel. */
const titleStart = /^["'“‘«„»『「《【¿¡([]{0,2}\s?[\p{Lu}\p{Lo}\p{N}]|^#[\p{L}\p{N}]/u;

/**
 * A first line that is no sentence is a title, also where sentences have no marks: before a byline, a date, a heading, the turn of a speaker or a blank line.
 * More such lines may be between it and the blank line.
 */
function findFirstTitle(blocks: readonly DraftBlock[]): void {
  const [first, second] = blocks;
  if (first === undefined || !isHeadLine(first)) return;
  if (first.role === 'aside' ? !isUnmarkedTitle(blocks) : first.role !== 'prose') return;
  const text = firstText(first);
  // A note on the whole text is in brackets: "[Transcript, shortened]".
  if (!titleStart.test(text) || /^[[(].*[\])]$/.test(text)) return;
  const isApart =
    second === undefined || /^(?:aside|heading)$/.test(second.role) || second.speaker !== undefined;
  const below = isApart ? [] : linesBelow(blocks);
  if (below === undefined) return;
  const isContent = (block: DraftBlock) =>
    /^(?:prose|item)$/.test(block.role) &&
    lengthOf(block) >= text.length * contentShareMin &&
    (below.length === 0 || endsSentence(lastText(block)));
  if (!blocks.slice(1 + below.length, firstBlocksMax).some(isContent)) return;
  first.role = 'heading';
  first.level = 2;
  for (const line of below) {
    line.role = 'heading';
    line.level = subtitleLevel;
  }
}

/** The lines between a title and the blank line below it; undefined if there is none, or the lines are the address of a letter. */
function linesBelow(blocks: readonly DraftBlock[]): readonly DraftBlock[] | undefined {
  const end = blocks.findIndex(({ lines }, index) => index > 0 && lines[0]?.gap === 'blank');
  if (end < 1 || end > headLinesMax) return undefined;
  const below = blocks.slice(1, end);
  const isHead = below.every((block) => block.role === 'prose' && isHeadLine(block));
  return isHead && (below.length === 0 || !hasSalutation(blocks)) ? below : undefined;
}

/** Whether a block is a line that is no sentence. */
function isHeadLine(block: DraftBlock): boolean {
  const text = firstText(block);
  const isShort = block.lines.length === 1 && text.length <= titleLengthMax;
  return isShort && block.speaker === undefined && !endsSentence(text) && !/[,;:、，；：]$/u.test(text);
}

function hasSalutation(blocks: readonly DraftBlock[]): boolean {
  return blocks
    .slice(0, firstBlocksMax)
    .some((block) => block.role === 'aside' && /[,،，]$/u.test(lastText(block)));
}

/** Whether the first line, which was set aside by the lines around it, may be a title: not in a letter, and not if the text marks its title. */
function isUnmarkedTitle(blocks: readonly DraftBlock[]): boolean {
  const [first, ...others] = blocks.slice(0, firstBlocksMax);
  const text = first === undefined ? '' : firstText(first);
  if (isAsideLine(text) || /[:：](?:\s|$)/u.test(text)) return false;
  return !others.some(({ role, level }) => role === 'heading' && level === 1) && !hasSalutation(others);
}
