import { isHighSurrogate } from '../surrogates.ts';
import { countTokens } from '../tokens/count-tokens.ts';
import { type MarkdownBlock, splitMarkdownBlocks } from './split-markdown-blocks.ts';

/** A part of a Markdown document. */
export interface MarkdownChunk {
  /** Start offset in UTF-16 code units. */
  readonly startIndex: number;
  /** End offset, exclusive. */
  readonly endIndex: number;
  /** Number of tokens (o200k_base). */
  readonly tokenCount: number;
  /** Headings of the sections that contain the start of the chunk, the outermost first. */
  readonly headings: readonly string[];
}

/** Default of the maximum number of tokens of a chunk. */
export const chunkTokensDefault = 512;

/**
 * Splits Markdown into chunks for retrieval. A chunk ends before a heading once it has some text, and contains whole
 * blocks (paragraphs, lists, tables, code) as far as they fit; a longer block is split between lines, then sentences,
 * then words. Chunks are in order, do not overlap, and cover everything but white space.
 *
 * @param tokensMax maximum number of tokens of a chunk, at least 16
 * @param yieldIfDue awaited between blocks; may throw to stop
 */
export async function chunkMarkdown(
  markdown: string,
  tokensMax = chunkTokensDefault,
  yieldIfDue: () => Promise<void> = async () => undefined,
): Promise<MarkdownChunk[]> {
  const packer = new ChunkPacker(markdown, Math.max(16, tokensMax));
  for (const block of splitMarkdownBlocks(markdown)) {
    await yieldIfDue();
    packer.add(block);
  }
  return packer.finish();
}

interface OpenChunk {
  startIndex: number;
  endIndex: number;
  tokenCount: number;
  readonly headings: readonly string[];
  /** Whether it has more than headings. */
  hasText: boolean;
}

class ChunkPacker {
  readonly #markdown: string;
  readonly #tokensMax: number;
  readonly #chunks: MarkdownChunk[] = [];
  #open: OpenChunk | undefined;

  constructor(markdown: string, tokensMax: number) {
    this.#markdown = markdown;
    this.#tokensMax = tokensMax;
  }

  add(block: MarkdownBlock): void {
    if (block.isHeading && this.#open?.hasText) this.#close();
    for (const [startIndex, endIndex] of splitToFit(this.#markdown, block, this.#tokensMax)) {
      this.#append(startIndex, endIndex, block);
    }
  }

  finish(): MarkdownChunk[] {
    this.#close();
    return this.#chunks;
  }

  #append(startIndex: number, endIndex: number, { headings, isHeading }: MarkdownBlock): void {
    const open = this.#open;
    if (open !== undefined) {
      // Counted together, since tokens may span the white space between two blocks.
      const tokenCount = this.#countTokens(open.startIndex, endIndex, endIndex - startIndex);
      if (tokenCount <= this.#tokensMax) {
        open.endIndex = endIndex;
        open.tokenCount = tokenCount;
        open.hasText ||= !isHeading;
        return;
      }
      this.#close();
    }
    const tokenCount = countTokens(this.#markdown.slice(startIndex, endIndex));
    this.#open = { startIndex, endIndex, tokenCount, headings, hasText: !isHeading };
  }

  /** A chunk has at most a few hundred tokens, so that counting it again for each of its blocks is bounded. */
  #countTokens(startIndex: number, endIndex: number, added: number): number {
    // A token has at most 128 bytes in this vocabulary, so a longer addition cannot fit.
    if (added > this.#tokensMax * 128) return Number.POSITIVE_INFINITY;
    return countTokens(this.#markdown.slice(startIndex, endIndex));
  }

  #close(): void {
    if (this.#open === undefined) return;
    const { startIndex, endIndex, tokenCount, headings } = this.#open;
    this.#chunks.push({ startIndex, endIndex, tokenCount, headings });
    this.#open = undefined;
  }
}

/** Where a block that is too long is split: between lines, then sentences, then words. */
const separators: readonly RegExp[] = [/\n+/g, /(?<=[.!?。！？…])\s+|(?<=[。！？])/g, /\s+/g];

/** Splits a block into ranges of at most `tokensMax` tokens, at the largest separators possible. */
function splitToFit(
  markdown: string,
  { startIndex, endIndex }: MarkdownBlock,
  tokensMax: number,
): [number, number][] {
  return splitRange(markdown, startIndex, endIndex, tokensMax, 0);
}

function splitRange(
  markdown: string,
  startIndex: number,
  endIndex: number,
  tokensMax: number,
  level: number,
): [number, number][] {
  const text = markdown.slice(startIndex, endIndex);
  if (text.length * 3 <= tokensMax || countTokens(text) <= tokensMax) return [[startIndex, endIndex]];
  const separator = separators[level];
  if (separator === undefined) return splitByLength(markdown, startIndex, endIndex, tokensMax);
  const pieces: [number, number][] = [];
  let from = 0;
  const add = (to: number): void => {
    if (to > from) {
      pieces.push(...splitRange(markdown, startIndex + from, startIndex + to, tokensMax, level + 1));
    }
  };
  for (const found of text.matchAll(separator)) {
    add(found.index);
    from = found.index + found[0].length;
  }
  add(text.length);
  return pieces;
}

/** A character has at most one token per UTF-8 byte: three per UTF-16 code unit. */
function splitByLength(
  markdown: string,
  startIndex: number,
  endIndex: number,
  tokensMax: number,
): [number, number][] {
  const lengthMax = Math.max(2, Math.floor(tokensMax / 3));
  const pieces: [number, number][] = [];
  for (let from = startIndex; from < endIndex; ) {
    let to = Math.min(endIndex, from + lengthMax);
    if (to < endIndex && isHighSurrogate(markdown.charCodeAt(to - 1))) to -= 1;
    pieces.push([from, to]);
    from = to;
  }
  return pieces;
}
