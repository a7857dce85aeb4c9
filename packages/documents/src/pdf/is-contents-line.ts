/** Dots and a page number. */
const leaderPattern = /\.\s?\.\s?\.\s?(?:\d+|[ivxlc]+)$/i;
/** Longest end of a line that is examined. */
const leaderLength = 20;

/** Returns whether a line is an entry of a table of contents: it ends with a row of dots and a page number. */
export function isContentsLine(text: string): boolean {
  return leaderPattern.test(text.slice(-leaderLength));
}
