import { buildBlock } from './blocks/build-block.ts';
import { findHeadings } from './blocks/find-headings.ts';
import { findTitle } from './blocks/find-title.ts';
import { Hyphenation } from './blocks/hyphenation.ts';
import { joinLines } from './blocks/join-lines.ts';
import { hasHtml, readHtmlLines } from './lines/read-html-lines.ts';
import { readLines } from './lines/read-lines.ts';
import { markAsides, markFields } from './marks/mark-asides.ts';
import { markCode } from './marks/mark-code.ts';
import { markCues } from './marks/mark-cues.ts';
import { markFences } from './marks/mark-fences.ts';
import { markFrontMatter } from './marks/mark-front-matter.ts';
import { markHeadings, markMarkedHeadings } from './marks/mark-headings.ts';
import { markItems } from './marks/mark-items.ts';
import { markMessages, markSalutations } from './marks/mark-messages.ts';
import { markPagination } from './marks/mark-pagination.ts';
import { markQuotes } from './marks/mark-quotes.ts';
import { markReferences } from './marks/mark-references.ts';
import { markTables } from './marks/mark-tables.ts';
import { markTimes } from './marks/mark-times.ts';
import { markTurns } from './marks/mark-turns.ts';
import type { TextBlock } from './text-block.ts';

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
  const statedTitle = markFrontMatter(lines);
  markFences(lines);
  const hasCues = markCues(lines);
  if (!hasCues) markTimes(lines);
  markQuotes(lines);
  markMessages(lines);
  const isConversation = markTurns(lines);
  markMarkedHeadings(lines);
  if (!hasCues) markTables(lines);
  markCode(lines);
  markAsides(lines);
  markPagination(lines);
  markHeadings(lines);
  if (!isConversation) markFields(lines);
  markItems(lines);
  markReferences(lines);
  markSalutations(lines);
  const drafts = joinLines(lines);
  if (!hasCues) findHeadings(drafts);
  findTitle(drafts, title || statedTitle);
  const hyphenation = new Hyphenation(source);
  return drafts.map((draft) => buildBlock(source, draft, hyphenation)).filter((block) => block !== undefined);
}
