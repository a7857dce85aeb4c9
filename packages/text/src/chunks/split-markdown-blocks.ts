/** A block of Markdown between blank lines. */
export interface MarkdownBlock {
  /** Start offset in UTF-16 code units. */
  readonly startIndex: number;
  /** End offset, exclusive, without the line break. */
  readonly endIndex: number;
  readonly isHeading: boolean;
  /** Headings above the block, the outermost first; for a heading itself included. */
  readonly headings: readonly string[];
}

/** Maximum length of a heading's text. */
const headingLengthMax = 300;
const headingPattern = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
/** Markers of quotes and list items at the start of a line; text after five spaces is indented code. */
const containerPattern = /^(?: {0,3}(?:>[ \t]?|(?:[-+*]|\d{1,9}[.)])[ \t]{1,4}(?![ \t])))*/;
/** The text after a fence of backticks contains none (CommonMark 0.31, section 4.5). */
const fencePattern = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/;

/** The opening line of fenced code. */
interface Fence {
  readonly marks: string;
  /** Number of quotes around the code. */
  readonly quoteDepth: number;
  readonly isInList: boolean;
}

/**
 * Splits Markdown with ATX headings into blocks: headings, fenced code with its blank lines, and runs of other lines
 * without a blank one. Linear in the length of the text.
 */
export function splitMarkdownBlocks(markdown: string): MarkdownBlock[] {
  const reader = new BlockReader();
  for (let start = 0; start < markdown.length; ) {
    const newline = markdown.indexOf('\n', start);
    const lineEnd = newline < 0 ? markdown.length : newline;
    const end = lineEnd > start && markdown[lineEnd - 1] === '\r' ? lineEnd - 1 : lineEnd;
    reader.readLine(markdown.slice(start, end), start, end);
    start = lineEnd + 1;
  }
  return reader.finish();
}

class BlockReader {
  readonly #blocks: MarkdownBlock[] = [];
  /** Heading of each level, 1 to 6, that applies to the current line. */
  #levels: string[] = [];
  #headings: readonly string[] = [];
  #open: { startIndex: number; endIndex: number } | undefined;
  /** The fence of the open code block. */
  #fence: Fence | undefined;

  readLine(line: string, startIndex: number, endIndex: number): void {
    if (this.#fence !== undefined) {
      const code = codeOfLine(line, this.#fence);
      if (code !== undefined) this.#extend(startIndex, endIndex);
      if (code === undefined || closesFence(code, this.#fence.marks)) {
        this.#fence = undefined;
        this.#close();
      }
      if (code !== undefined) return;
    }
    const heading = headingPattern.exec(line);
    if (heading) this.#readHeading(heading[1]?.length ?? 1, heading[2] ?? '', startIndex, endIndex);
    else if (line.trim() === '') this.#close();
    else {
      this.#fence = openFence(line);
      if (this.#fence !== undefined) this.#close();
      this.#extend(startIndex, endIndex);
    }
  }

  finish(): MarkdownBlock[] {
    this.#close();
    return this.#blocks;
  }

  #readHeading(level: number, rawText: string, startIndex: number, endIndex: number): void {
    this.#close();
    this.#levels = this.#levels.slice(0, level - 1);
    this.#levels[level - 1] = plainHeading(rawText);
    this.#headings = Array.from(this.#levels, (text) => text ?? '').filter((text) => text !== '');
    this.#blocks.push({ startIndex, endIndex, isHeading: true, headings: this.#headings });
  }

  #extend(startIndex: number, endIndex: number): void {
    this.#open = { startIndex: this.#open?.startIndex ?? startIndex, endIndex };
  }

  #close(): void {
    if (this.#open === undefined) return;
    this.#blocks.push({ ...this.#open, isHeading: false, headings: this.#headings });
    this.#open = undefined;
  }
}

/** Reads a line that opens fenced code, also inside list items and quotes. */
function openFence(line: string): Fence | undefined {
  const markers = containerPattern.exec(line)?.[0] ?? '';
  const match = fencePattern.exec(line.slice(markers.length));
  const marks = match?.[1] ?? match?.[2];
  if (marks === undefined) return undefined;
  return { marks, quoteDepth: markers.split('>').length - 1, isInList: /[^ \t>]/.test(markers) };
}

/** @returns the line without quote markers; undefined if the list item or quote of the code has ended before it */
function codeOfLine(line: string, { quoteDepth, isInList }: Fence): string | undefined {
  let code = line;
  for (let depth = 0; depth < quoteDepth; depth++) {
    const marker = /^[ \t]*>/.exec(code);
    if (marker === null) return undefined;
    code = code.slice(marker[0].length);
  }
  return isInList && quoteDepth === 0 && /^[^ \t]/.test(code) ? undefined : code;
}

function closesFence(line: string, fence: string): boolean {
  const text = line.trim();
  return text.length >= fence.length && text === (fence[0] ?? '').repeat(text.length);
}

/** The text of a heading without the syntax of links, emphasis and escapes. */
function plainHeading(text: string): string {
  return text
    .slice(0, headingLengthMax)
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/(\*{1,3}|~~|`)(\S[^*~`]*)\1/g, '$2')
    .trim();
}
