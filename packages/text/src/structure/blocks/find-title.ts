import { normalizePhrase } from '../words/line-shape.ts';
import { sectionTitles } from '../words/word-sets.ts';
import { type DraftBlock, firstText } from './draft-block.ts';

/** A title is among the first blocks. */
const blocksMax = 12;
/** Maximum length of a title, with the line that continues it, in UTF-16 code units. */
export const titleLengthMax = 160;
/** Words that begin with a small letter, without the marks of bylines. */
const wordsPattern = /^\p{Ll}[\p{L}\p{M}'’,()-]*(?:\s[\p{L}\p{M}'’,()–-]+)+$/u;

/**
 * Finds the title of a text: its first block that is no aside, if that is a heading of the highest level and not the usual
 * one of a section, or equal to the known title. A line below that begins with a small letter continues it.
 *
 * @param blocks the line that continues the title is removed
 * @param title title of the text, if it is known, else ''
 */
export function findTitle(blocks: DraftBlock[], title: string): void {
  const known = normalizePhrase(title);
  const stated = blocks.findIndex((block) => block.role === 'title');
  const equal = known === '' ? -1 : blocks.slice(0, blocksMax).findIndex((block) => isEqual(block, known));
  const first = blocks.findIndex(({ role }) => role !== 'aside');
  const index = stated >= 0 ? stated : equal >= 0 ? equal : isTitle(blocks, first) ? first : -1;
  for (const [position, block] of blocks.entries()) {
    if (position === index) {
      block.role = 'title';
      block.level = 1;
    } else if (block.role === 'title') block.role = 'heading';
  }
  const found = blocks[index];
  const next = blocks[index + 1];
  if (found === undefined || next === undefined || !continuesTitle(found, next)) return;
  found.lines.push(...next.lines);
  blocks.splice(index + 1, 1);
}

/** Whether a block is the second line of a title: "INSTRUCTIONS", "for the use of the laundry". */
function continuesTitle(title: DraftBlock, { lines, role, speaker }: DraftBlock): boolean {
  const [line, ...others] = lines;
  if (title.lines.length > 1 || line === undefined || others.length > 0) return false;
  if (role !== 'prose' || speaker !== undefined || line.gap !== 'none') return false;
  const text = firstText(title);
  const isOpen = !/[\p{Sentence_Terminal}:;]["'”’»)\]]*$/u.test(text);
  const hasRoom = text.length + line.text.length < titleLengthMax;
  return isOpen && hasRoom && wordsPattern.test(line.text);
}

function isEqual(block: DraftBlock, known: string): boolean {
  if (!/^(?:prose|heading|title|aside)$/.test(block.role) || block.lines.length > 3) return false;
  return normalizePhrase(block.lines.map(({ text }) => text).join(' ')) === known;
}

function isTitle(blocks: readonly DraftBlock[], index: number): boolean {
  const block = blocks[index];
  if (block?.role !== 'heading' || block.speaker !== undefined) return false;
  const text = firstText(block);
  const level = block.level ?? 1;
  const isSection = level > 1 && sectionTitles.has(normalizePhrase(text));
  if (isSection || /^(?:§|\d{1,2}(?:\.\d+)*\.?\s|[IVX]+\.\s)/.test(text)) return false;
  const others = blocks.slice(index + 1).filter(({ role }) => role === 'heading');
  const higher = others.filter((other) => (other.level ?? 1) < level).length;
  const equal = others.filter((other) => (other.level ?? 1) === level).length;
  // Lines without marks do not show their levels.
  return level >= 3 || (higher === 0 && (level > 1 || equal < 3));
}
