import type { TextLine } from '../lines/text-line.ts';
import { endsSentence } from '../words/line-shape.ts';
import type { DraftBlock } from './draft-block.ts';
import { isWrapped, textWrappingOf, type Wrapping, wrappingOf } from './wrap-width.ts';

/** Sizes of the parts of a sentence with a blank line inside. */
const brokenLengthMin = 30;
const brokenWordsMin = 5;

/** Joins the lines of a text to blocks. */
export function joinLines(lines: readonly TextLine[]): DraftBlock[] {
  const text = textWrappingOf(lines);
  const blocks: DraftBlock[] = [];
  let wrapping: Wrapping | undefined;
  let before: TextLine | undefined;
  for (const [index, line] of lines.entries()) {
    if (line.isDropped) {
      // A dropped line ends the passage, but a paragraph may go on after the number of a page.
      wrapping = undefined;
      continue;
    }
    const block = blocks.at(-1);
    const isNewPassage =
      before === undefined || line.gap !== 'none' || before !== lines[index - 1] || before.role !== line.role;
    if (isNewPassage || wrapping === undefined) wrapping = wrappingOf(passageFrom(lines, index), text);
    if (block !== undefined && before !== undefined && continues(before, line, wrapping, lines[index - 1]))
      block.lines.push(line);
    else if (joinsAcrossPage(blocks, line, text.isCaseless)) moveAsides(blocks, line);
    else blocks.push(draftOf(line));
    before = line;
  }
  return blocks;
}

function draftOf(line: TextLine): DraftBlock {
  const role = line.role ?? 'prose';
  return { lines: [line], role, level: line.level, speaker: line.speaker, isMarked: line.role !== undefined };
}

/** The lines of one role up to the next gap. */
function passageFrom(lines: readonly TextLine[], start: number): TextLine[] {
  const passage: TextLine[] = [];
  for (let index = start; index < Math.min(lines.length, start + 200); index++) {
    const line = lines[index];
    if (line === undefined || (index > start && (line.gap !== 'none' || line.startsBlock))) break;
    if (line.isDropped || line.role !== lines[start]?.role) break;
    passage.push(line);
  }
  return passage;
}

function continues(
  before: TextLine,
  line: TextLine,
  wrapping: Wrapping,
  previous: TextLine | undefined,
): boolean {
  if (line.continuesBlock && before.role === line.role && before.speaker === line.speaker) return true;
  if (line.startsBlock || line.gap !== 'none' || before !== previous) return false;
  if (before.role === 'heading' || line.role === 'heading') return false;
  if (before.role === 'item' && line.isOpen)
    return (
      line.indent > before.indent ||
      isWrapped(before, line, { ...wrapping, width: Math.max(wrapping.width, before.text.length + 2) })
    );
  if (before.role !== line.role || before.speaker !== line.speaker) return false;
  if (line.role === 'aside') return false;
  return isWrapped(before, line, wrapping);
}

/** Whether a paragraph goes on after the end of its page: what is between are running heads only. */
function joinsAcrossPage(blocks: readonly DraftBlock[], line: TextLine, isCaseless: boolean): boolean {
  if (!line.isOpen || isCaseless || !/^\p{Ll}/u.test(line.text)) return false;
  const index = lastProse(blocks);
  const block = blocks[index];
  const last = block?.lines.at(-1);
  if (block === undefined || last === undefined || block.speaker !== line.speaker) return false;
  const isPaged =
    index < blocks.length - 1 ||
    line.gap === 'page' ||
    (line.gap === 'blank' && isBrokenSentence(block, line));
  return isPaged && last.text.length >= 25 && /[\p{L}\p{N},-]$/u.test(last.text) && !endsSentence(last.text);
}

/** Whether a blank line is inside a sentence, as in text recognized on images: what is before it is no title. */
function isBrokenSentence({ role, lines }: DraftBlock, next: TextLine): boolean {
  const last = lines.at(-1)?.text ?? '';
  if (role !== 'prose' || /[,-]$/.test(last) || next.text.length < brokenLengthMin) return false;
  const words = last.match(/(?<=\s)\p{L}+/gu) ?? [];
  return (
    words.length >= brokenWordsMin &&
    words.filter((word) => /^\p{Ll}/u.test(word)).length >= words.length * 0.7
  );
}

/** Index of the last block, or of the one before at most three running heads. */
function lastProse(blocks: readonly DraftBlock[]): number {
  for (let index = blocks.length - 1; index >= Math.max(0, blocks.length - 4); index--) {
    const block = blocks[index];
    if (block?.role === 'prose') return index;
    if (block?.role !== 'aside' || !block.lines.every(({ isRunning }) => isRunning)) return -1;
  }
  return -1;
}

/** Running heads inside a paragraph are markup, since blocks do not overlap. */
function moveAsides(blocks: DraftBlock[], line: TextLine): void {
  blocks.length = lastProse(blocks) + 1;
  blocks.at(-1)?.lines.push(line);
}
