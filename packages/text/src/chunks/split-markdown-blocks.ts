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
const fencePattern = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Splits Markdown with ATX headings into blocks: headings, fenced code with its blank lines, and runs of other lines
 * without a blank one. Linear in the length of the text.
 */
export function splitMarkdownBlocks(markdown: string): MarkdownBlock[] {
  const reader = new BlockReader();
  for (let start = 0; start < markdown.length; ) {
    const newline = markdown.indexOf('\n', start);
    const end = newline < 0 ? markdown.length : newline;
    reader.readLine(markdown.slice(start, end), start, end);
    start = end + 1;
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
  #fence: string | undefined;

  readLine(line: string, startIndex: number, endIndex: number): void {
    if (this.#fence !== undefined) {
      this.#extend(startIndex, endIndex);
      if (closesFence(line, this.#fence)) {
        this.#fence = undefined;
        this.#close();
      }
      return;
    }
    const heading = headingPattern.exec(line);
    if (heading) this.#readHeading(heading[1]?.length ?? 1, heading[2] ?? '', startIndex, endIndex);
    else if (line.trim() === '') this.#close();
    else {
      this.#fence = fencePattern.exec(line)?.[1];
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
