import { buildBlock } from '../blocks/build-block.ts';
import { findStructure } from '../blocks/find-structure.ts';
import { findTitle } from '../blocks/find-title.ts';
import { Hyphenation } from '../blocks/hyphenation.ts';
import { joinLines } from '../blocks/join-lines.ts';
import { joinLists } from '../blocks/join-lists.ts';
import { hasHtml, readHtmlLines } from '../lines/read-html-lines.ts';
import { readLines } from '../lines/read-lines.ts';
import { markFrontMatter } from '../marks/mark-front-matter.ts';
import type { TextBlock } from '../text-block.ts';
import { markTextLines } from './mark-lines.ts';

/** Options of `readTextBlocks`. */
export interface ReadTextBlocksOptions {
  /** Title of the text, if it is known: the block equal to it is the title. */
  readonly title?: string;
}

/**
 * Finds the blocks of a text of unknown kind: prose, also if its lines are wrapped, Markdown, wiki text, HTML, messages and
 * threads, transcripts and subtitles, and text copied from PDF files and web pages. Each rule marks the lines that it
 * recognizes; what no rule recognizes is prose. Takes time linear in the length.
 *
 * @returns blocks in order whose ranges do not overlap; all letters outside of markup belong to one of them
 */
export function readTextBlocks(source: string, { title = '' }: ReadTextBlocksOptions = {}): TextBlock[] {
  const lines = hasHtml(source) ? readHtmlLines(source) : readLines(source);
  const statedTitle = markFrontMatter(source, lines);
  const hasCues = markTextLines(lines);
  const drafts = joinLists(joinLines(lines));
  if (!hasCues) findStructure(drafts);
  findTitle(drafts, title || statedTitle);
  const hyphenation = new Hyphenation(source);
  return drafts
    .map((draft) => buildBlock(source, draft, hyphenation, true))
    .filter((block) => block !== undefined);
}
