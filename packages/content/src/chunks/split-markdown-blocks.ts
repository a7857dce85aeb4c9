import type { TextRange } from '@quern/text/span';
import { textOf } from '../blocks/rich-text.ts';
import { readMarkdown } from '../markdown/reader/read-markdown.ts';

/** Whole lines of Markdown that belong together. */
export interface MarkdownBlock extends TextRange {
  readonly isHeading: boolean;
  /** Headings above the block, the outermost first; for a heading itself included. */
  readonly headings: readonly string[];
}

/** Maximum length of a heading's text. */
const headingLengthMax = 300;
const blankLine = /[\n\r][ \t]*(?:\n|\r(?!\n))/;

/** Splits Markdown into headings, code, and other blocks without a blank line between them. White space between them is left out. */
export function splitMarkdownBlocks(markdown: string): MarkdownBlock[] {
  const splitter = new BlockSplitter(markdown);
  for (const { range, ...block } of readMarkdown(markdown).blocks) {
    if (range === undefined) continue;
    splitter.addOther(range.startIndex);
    const isHeading = block.kind === 'heading' && !splitter.isLineOpen(range);
    if (isHeading) splitter.setHeading(block.level, textOf(block.content));
    splitter.add(range, isHeading, block.kind === 'code');
  }
  splitter.addOther(markdown.length);
  return splitter.blocks;
}

class BlockSplitter {
  readonly blocks: MarkdownBlock[] = [];
  readonly #markdown: string;
  /** Heading of each level that applies. */
  #levels: string[] = [];
  #headings: readonly string[] = [];
  /** Whether the last block is not joined with the next one. */
  #isClosed = true;

  constructor(markdown: string) {
    this.#markdown = markdown;
  }

  setHeading(level: number, text: string): void {
    this.#levels = this.#levels.slice(0, level - 1);
    this.#levels[level - 1] = text.replace(/\s+/g, ' ').slice(0, headingLengthMax).trim();
    this.#headings = Array.from(this.#levels, (heading) => heading ?? '').filter((heading) => heading !== '');
  }

  /** Adds what is before an offset and belongs to no block, such as definitions of links. */
  addOther(until: number): void {
    const text = this.#markdown.slice(this.#end, until);
    const endIndex = this.#end + text.trimEnd().length;
    if (endIndex > this.#end) this.add({ startIndex: endIndex - text.trim().length, endIndex }, false, false);
  }

  add({ startIndex, endIndex }: TextRange, isHeading: boolean, isCode: boolean): void {
    const before = this.#markdown.slice(this.#end, startIndex);
    const last = this.blocks.at(-1);
    const isJoined = !this.#isClosed && !isHeading && !isCode && !blankLine.test(before);
    if (last !== undefined && (isJoined || this.isLineOpen({ startIndex })))
      this.blocks[this.blocks.length - 1] = { ...last, endIndex };
    else {
      const lineStart = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
      this.blocks.push({
        startIndex: startIndex - before.length + lineStart,
        endIndex,
        isHeading,
        headings: this.#headings,
      });
    }
    this.#isClosed = isHeading || isCode;
  }

  /** Whether a block is in the line in which the last one ends, such as code after the marker of an item. */
  isLineOpen({ startIndex }: Pick<TextRange, 'startIndex'>): boolean {
    return this.blocks.length > 0 && !/[\n\r]/.test(this.#markdown.slice(this.#end, startIndex));
  }

  get #end(): number {
    return this.blocks.at(-1)?.endIndex ?? 0;
  }
}
