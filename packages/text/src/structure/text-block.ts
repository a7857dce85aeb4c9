import type { TextRange } from '../span.ts';

/**
 * Role of a block of text:
 *
 * - `title`: the title of the whole text
 * - `heading`: a heading of a section
 * - `prose`: a paragraph, or a turn of a conversation
 * - `item`: an item of a list
 * - `quotation`: text of others, such as the quoted lines of a reply
 * - `aside`: not part of the text's content: headers of messages, bylines, captions, tables, code, navigation, signatures,
 *   running heads, legal boilerplate
 */
export type TextRole = 'title' | 'heading' | 'prose' | 'item' | 'quotation' | 'aside';

/** A stretch of a clean text that is copied from the source unchanged. */
export interface SourceRun {
  /** Start in the clean text. */
  readonly textIndex: number;
  /** Start in the source. */
  readonly sourceIndex: number;
  /** In UTF-16 code units. */
  readonly length: number;
}

/** Text without markup and line breaks, and where it came from. */
export interface CleanText {
  /** Without markup; white space is single spaces, trimmed. Never empty. */
  readonly text: string;
  /** In order, in both texts. What is between two runs in `text` is a space or a decoded character. */
  readonly runs: readonly SourceRun[];
}

/** A block of a text: a heading, a paragraph, an item of a list, a turn of a conversation. */
export interface TextBlock extends CleanText {
  readonly role: TextRole;
  /** Level of a title or heading, from 1; undefined for other roles. */
  readonly level?: number;
  /** Who speaks or writes, in conversations and threads; not part of `text`. */
  readonly speaker?: string;
  /** The block as it appears in the source, with its markup. */
  readonly range: TextRange;
}

/**
 * Returns where a part of a clean text came from.
 *
 * @param startIndex in `text`, inclusive
 * @param endIndex in `text`, exclusive, greater than `startIndex`
 * @returns the range in the source, without markup around it
 */
export function sourceRangeOf({ runs }: CleanText, startIndex: number, endIndex: number): TextRange {
  const first = runs[findRun(runs, startIndex)];
  const last = runs[findRun(runs, endIndex - 1)];
  return {
    startIndex: first === undefined ? 0 : sourceIndexIn(first, startIndex),
    endIndex: last === undefined ? 0 : sourceIndexIn(last, endIndex - 1) + 1,
  };
}

/** Index of the last run that starts at or before a position; 0 if none does. */
function findRun(runs: readonly SourceRun[], textIndex: number): number {
  let low = 0;
  let high = runs.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((runs[middle]?.textIndex ?? 0) <= textIndex) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A position between two runs belongs to the end of the first one. */
function sourceIndexIn({ textIndex, sourceIndex, length }: SourceRun, position: number): number {
  return sourceIndex + Math.min(Math.max(position - textIndex, 0), Math.max(length - 1, 0));
}
