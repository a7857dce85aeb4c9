import type { TextRange } from '../../span.ts';
import { buildBlock } from '../blocks/build-block.ts';
import { findStructure } from '../blocks/find-structure.ts';
import { findTitle } from '../blocks/find-title.ts';
import { Hyphenation } from '../blocks/hyphenation.ts';
import { joinLines } from '../blocks/join-lines.ts';
import { joinLists } from '../blocks/join-lists.ts';
import { LineReader } from '../lines/read-lines.ts';
import type { TextBlock, TextRole } from '../text-block.ts';
import { markDocumentLines } from './mark-lines.ts';
import type { ReadTextBlocksOptions } from './read-text-blocks.ts';

/** A part of the plain text of a document. */
export interface DocumentPart extends TextRange {
  /** Undefined for paragraphs, whose lines are examined. */
  readonly role: TextRole | undefined;
  /** Level of a heading. */
  readonly level?: number;
  /** Characters before the content, such as the marker of a list item. */
  readonly markerLength?: number;
  /** Whether a paragraph may go on after this part, such as a footnote at the end of a page. */
  readonly isRunning?: boolean;
}

/**
 * Finds the blocks of a document whose headings, list items, tables and listings are known. Its paragraphs are examined like
 * the lines of a text, which finds captions, salutations, turns of conversations and bibliographies; signs of markup are
 * ordinary characters.
 *
 * @param source plain text of the document
 * @param parts in order; what is between them is white space
 */
export function readDocumentBlocks(
  source: string,
  parts: readonly DocumentPart[],
  { title = '' }: ReadTextBlocksOptions = {},
): TextBlock[] {
  const reader = new LineReader(source);
  for (const { startIndex, endIndex, role, level, markerLength = 0, isRunning = false } of parts) {
    reader.separate();
    for (const [index, line] of reader.read(startIndex, endIndex).entries()) {
      if (role === undefined) continue;
      line.role = role;
      line.level = level;
      line.isRunning = isRunning;
      if (index === 0) line.dropStart(Math.min(markerLength, line.text.length));
      if (role === 'aside') line.startsBlock = true;
      else line.continuesBlock = index > 0;
    }
  }
  const { lines } = reader;
  markDocumentLines(lines);
  const drafts = joinLists(joinLines(lines));
  findStructure(drafts);
  findTitle(drafts, title);
  const hyphenation = new Hyphenation(source);
  return drafts
    .map((draft) => buildBlock(source, draft, hyphenation, false))
    .filter((block) => block !== undefined);
}
