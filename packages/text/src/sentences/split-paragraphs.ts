import type { TextRange } from '../span.ts';

/** Prose is wrapped at widths in this range; a wider line is a paragraph. */
const wrapWidthMin = 40;
const wrapWidthMax = 140;

/** A wrapped line plus the next word fills at least this share of the width. */
const filledShareMin = 0.8;

const listMarker = /^\s*(?:[•⁃‣◦▪●*–—-]\s|\d{1,3}[.)]\s|[a-z][.)]\s)/u;

/**
 * Splits a text into blocks that no sentence crosses. Blank lines separate blocks, and so does a line break, unless it
 * only wraps prose to a width.
 */
export function splitParagraphs(text: string): TextRange[] {
  const blocks: TextRange[] = [];
  let lines: TextRange[] = [];
  const flush = () => {
    for (const block of joinWrappedLines(text, lines)) blocks.push(block);
    lines = [];
  };
  const lineEnd = /\r\n|[\n\r\u0085\u2028\u2029\f\v]|$/g;
  for (let start = 0; start <= text.length; ) {
    lineEnd.lastIndex = start;
    const found = lineEnd.exec(text);
    const end = found?.index ?? text.length;
    const line = { startIndex: start, endIndex: end };
    if (isBlank(text, line)) flush();
    else lines.push(line);
    if (found?.[0] === '\u2029' || found?.[0] === '\f') flush();
    start = end + Math.max(found?.[0].length ?? 0, 1);
  }
  flush();
  return blocks;
}

function isBlank(text: string, { startIndex, endIndex }: TextRange): boolean {
  return !/\S/.test(text.slice(startIndex, endIndex));
}

/** Joins the lines between two blank lines where the break only wraps them. */
function joinWrappedLines(text: string, lines: readonly TextRange[]): TextRange[] {
  const width = lines.reduce(
    (widest, { startIndex, endIndex }) => Math.max(widest, endIndex - startIndex),
    0,
  );
  const blocks: TextRange[] = [];
  for (const [index, line] of lines.entries()) {
    const previous = lines[index - 1];
    const block = blocks.at(-1);
    if (block && previous && isWrapped(text, previous, line, width))
      blocks[blocks.length - 1] = { startIndex: block.startIndex, endIndex: line.endIndex };
    else blocks.push(line);
  }
  return blocks;
}

/** Whether a line was broken only because its next word did not fit the width. */
function isWrapped(text: string, line: TextRange, next: TextRange, width: number): boolean {
  const tail = text.slice(Math.max(line.startIndex, line.endIndex - 80), line.endIndex);
  // Leaders of a table of contents.
  if (/\.{5,}\s*\S{0,6}\s*$/u.test(tail)) return false;
  const head = text.slice(next.startIndex, Math.min(next.endIndex, next.startIndex + 80));
  if (listMarker.test(head)) return false;
  const nextText = head.trimStart();
  const continues = /^[\p{Ll},;)]/u.test(nextText);
  const endsInSpace = /[\p{L},;-]\s$/u.test(
    text.slice(Math.max(line.startIndex, line.endIndex - 2), line.endIndex),
  );
  if (endsInSpace && (continues || width >= wrapWidthMin)) return true;
  if (continues && /(?:\S+\s+){3}[\p{L}\p{N}]+,?$/u.test(tail)) return true;
  if (width < wrapWidthMin || width > wrapWidthMax) return false;
  const length = line.endIndex - line.startIndex;
  if (continues && length > wrapWidthMin / 2) return true;
  const firstWordLength = /^\S*/.exec(nextText)?.[0].length ?? 0;
  return length + 1 + firstWordLength > width * filledShareMin;
}
