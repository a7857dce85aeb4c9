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
 * Returns where a part of a block's text came from.
 *
 * @param startIndex in `text`, inclusive
 * @param endIndex in `text`, exclusive, greater than `startIndex`
 * @returns the range in the source, without markup around it; decoded characters at its ends are included with what
 *   represents them
 */
export function sourceRangeOf(
  { runs, range }: Pick<TextBlock, 'runs' | 'range'>,
  startIndex: number,
  endIndex: number,
): TextRange {
  const first = findRun(runs, startIndex);
  const last = findRun(runs, endIndex - 1);
  const firstRun = runs[first];
  const lastRun = runs[last];
  const isStartCopied = firstRun !== undefined && contains(firstRun, startIndex);
  const isEndCopied = lastRun !== undefined && contains(lastRun, endIndex - 1);
  const endOfFirst = firstRun === undefined ? range.startIndex : firstRun.sourceIndex + firstRun.length;
  const isBeforeRuns = firstRun === undefined || firstRun.textIndex > startIndex;
  const next = lastRun !== undefined && lastRun.textIndex > endIndex - 1 ? lastRun : runs[last + 1];
  return {
    startIndex: isStartCopied
      ? firstRun.sourceIndex + startIndex - firstRun.textIndex
      : isBeforeRuns
        ? range.startIndex
        : endOfFirst,
    endIndex: isEndCopied
      ? lastRun.sourceIndex + endIndex - lastRun.textIndex
      : (next?.sourceIndex ?? range.endIndex),
  };
}

function contains({ textIndex, length }: SourceRun, position: number): boolean {
  return textIndex <= position && position < textIndex + length;
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
