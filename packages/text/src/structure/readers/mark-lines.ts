import type { TextLine } from '../lines/text-line.ts';
import { markAsides, markFields } from '../marks/mark-asides.ts';
import { markCode } from '../marks/mark-code.ts';
import { markCues } from '../marks/mark-cues.ts';
import { markDatelines } from '../marks/mark-datelines.ts';
import { markFences } from '../marks/mark-fences.ts';
import { markHeadings, markMarkedHeadings } from '../marks/mark-headings.ts';
import { markItems } from '../marks/mark-items.ts';
import { markMessages, markSalutations } from '../marks/mark-messages.ts';
import { markPagination } from '../marks/mark-pagination.ts';
import { markQuotes } from '../marks/mark-quotes.ts';
import { markReferences } from '../marks/mark-references.ts';
import { markRunInHeadings } from '../marks/mark-run-in-headings.ts';
import { markTables } from '../marks/mark-tables.ts';
import { markTimes } from '../marks/mark-times.ts';
import { markTurns } from '../marks/mark-turns.ts';

/** Marks the lines of a text with markup, after its front matter. @returns whether the text has subtitles */
export function markTextLines(lines: readonly TextLine[]): boolean {
  markFences(lines);
  const hasCues = markCues(lines);
  if (!hasCues) markTimes(lines);
  markQuotes(lines);
  markMessages(lines);
  const conversation = markTurns(lines);
  markMarkedHeadings(lines);
  if (!hasCues) markTables(lines);
  markCode(lines);
  markContent(lines, conversation);
  return hasCues;
}

/** Marks the lines of a document, whose headings, lists, tables and listings are known. */
export function markDocumentLines(lines: readonly TextLine[]): void {
  markTimes(lines);
  markMessages(lines);
  markContent(lines, markTurns(lines));
}

/** Marks that do not depend on markup. */
function markContent(lines: readonly TextLine[], conversation: ReturnType<typeof markTurns>): void {
  markAsides(lines);
  markPagination(lines);
  markHeadings(lines);
  if (conversation === undefined) markFields(lines);
  markItems(lines);
  markReferences(lines);
  markRunInHeadings(lines);
  // Participants of a conversation say them.
  if (conversation !== 'turns') markSalutations(lines);
  markDatelines(lines);
}
