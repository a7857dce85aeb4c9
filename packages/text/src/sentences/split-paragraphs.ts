/** A range of a text, end exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Lines of prose are wrapped between these widths; wider ones are paragraphs of their own. */
const wrapWidthMin = 40;
const wrapWidthMax = 140;

/** How ragged the right edge of wrapped prose may be. */
const raggedShare = 0.8;

const listMarker = /^\s*(?:[•⁃‣◦▪●*–—-]\s|\d{1,3}[.)]\s|[a-z][.)]\s)/u;

/**
 * Ranges that no sentence crosses: paragraphs (between blank lines), and single lines unless a line break is
 * only where prose was wrapped to a width.
 */
export function splitParagraphs(text: string): TextRange[] {
  const blocks: TextRange[] = [];
  let paragraph: TextRange[] = [];
  const flush = () => {
    joinWrapped(text, paragraph, blocks);
    paragraph = [];
  };
  const lineEnd = /\r\n|[\n\r\u0085\u2028\u2029\f\v]|$/g;
  for (let start = 0; start <= text.length; ) {
    lineEnd.lastIndex = start;
    const found = lineEnd.exec(text);
    const end = found?.index ?? text.length;
    const line = { start, end };
    if (isBlank(text, line)) flush();
    else paragraph.push(line);
    if (found?.[0] === '\u2029' || found?.[0] === '\f') flush();
    start = end + Math.max(found?.[0].length ?? 0, 1);
  }
  flush();
  return blocks;
}

function isBlank(text: string, { start, end }: TextRange): boolean {
  return !/\S/.test(text.slice(start, end));
}

function joinWrapped(text: string, lines: readonly TextRange[], blocks: TextRange[]): void {
  const width = lines.reduce((widest, { start, end }) => Math.max(widest, end - start), 0);
  let open: { start: number; end: number } | undefined;
  lines.forEach((line, index) => {
    const before = lines[index - 1];
    if (open && before && isWrap(text, before, line, width)) open.end = line.end;
    else {
      open = { ...line };
      blocks.push(open);
    }
  });
}

/** Whether the break between two lines is there only because the next word would not have fitted. */
function isWrap(text: string, line: TextRange, next: TextRange, width: number): boolean {
  if (/\.{5,}\s*\S{0,6}\s*$/u.test(text.slice(Math.max(line.start, line.end - 80), line.end))) return false;
  const head = text.slice(next.start, Math.min(next.end, next.start + 80));
  if (listMarker.test(head)) return false;
  const first = head.trimStart();
  const continues = /^[\p{Ll},;)]/u.test(first);
  const isSpaced = /[\p{L},;-]\s$/u.test(text.slice(Math.max(line.start, line.end - 2), line.end));
  if (isSpaced && (continues || width >= wrapWidthMin)) return true;
  if (
    continues &&
    /(?:\S+\s+){3}[\p{L}\p{N}]+,?$/u.test(text.slice(Math.max(line.start, line.end - 80), line.end))
  )
    return true;
  if (width < wrapWidthMin || width > wrapWidthMax) return false;
  if (continues && line.end - line.start > wrapWidthMin / 2) return true;
  const firstWord = /^\S*/.exec(first)?.[0].length ?? 0;
  return line.end - line.start + 1 + firstWord > width * raggedShare;
}
