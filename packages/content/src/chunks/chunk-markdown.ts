import { isHighSurrogate } from '@quern/text/surrogates';
import { countTokens } from '@quern/text/tokens/count-tokens';
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
const tokensMaxMin = 16;
/** Maximum length of a token of o200k_base, in bytes. */
const tokenLengthMax = 128;
/** Tokens by which joined parts may exceed the sum of their tokens, as a share: merges may differ where they meet. */
const joinSlack = 1 / 16;

/**
 * Splits Markdown into chunks for retrieval. A chunk ends before a heading once it has some text, and contains whole
 * blocks (paragraphs, lists, tables, code) as far as they fit; a longer block is split between lines, then sentences,
 * then words. Chunks are in order, do not overlap, and cover everything but white space.
 *
 * Takes time nearly linear in the length, whatever the size of the chunks.
 *
 * @param requestedTokensMax maximum number of tokens of a chunk; less than 16 counts as 16
 * @param yieldIfDue awaited between parts; may throw to stop
 */
export async function chunkMarkdown(
  markdown: string,
  requestedTokensMax = chunkTokensDefault,
  yieldIfDue: () => Promise<void> = async () => undefined,
): Promise<MarkdownChunk[]> {
  const tokensMax = Math.max(tokensMaxMin, requestedTokensMax);
  const packer = new ChunkPacker(markdown, tokensMax);
  for (const block of splitMarkdownBlocks(markdown)) {
    packer.begin(block);
    for (const [startIndex, endIndex] of splitRange(markdown, block.startIndex, block.endIndex, tokensMax)) {
      await yieldIfDue();
      packer.append(startIndex, endIndex, block);
    }
  }
  return packer.finish();
}

interface OpenChunk {
  startIndex: number;
  endIndex: number;
  /** Number of tokens up to the last exact count. */
  countedTokens: number;
  /** Sum of the tokens of the parts added since then. */
  addedTokens: number;
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

  /** Ends the open chunk before a heading. */
  begin({ isHeading }: MarkdownBlock): void {
    if (isHeading && this.#open?.hasText) this.#close();
  }

  finish(): MarkdownChunk[] {
    this.#close();
    return this.#chunks;
  }

  /** Adds a part of a block, to the open chunk if it fits. */
  append(startIndex: number, endIndex: number, { headings, isHeading }: MarkdownBlock): void {
    if (this.#open !== undefined) {
      if (this.#extend(this.#open, endIndex)) {
        this.#open.hasText ||= !isHeading;
        return;
      }
      this.#close();
    }
    const countedTokens = this.#countTokens(startIndex, endIndex);
    this.#open = { startIndex, endIndex, countedTokens, addedTokens: 0, headings, hasText: !isHeading };
  }

  /** Only a chunk that is nearly full is counted as a whole, so that many short parts take linear time. */
  #extend(open: OpenChunk, endIndex: number): boolean {
    if (endIndex - open.endIndex > this.#tokensMax * tokenLengthMax) return false;
    const addedTokens = open.addedTokens + this.#countTokens(open.endIndex, endIndex);
    if (open.countedTokens + Math.ceil(addedTokens * (1 + joinSlack)) <= this.#tokensMax) {
      open.addedTokens = addedTokens;
    } else {
      const countedTokens = this.#countTokens(open.startIndex, endIndex);
      if (countedTokens > this.#tokensMax) return false;
      open.countedTokens = countedTokens;
      open.addedTokens = 0;
    }
    open.endIndex = endIndex;
    return true;
  }

  #countTokens(startIndex: number, endIndex: number): number {
    return countTokens(this.#markdown.slice(startIndex, endIndex));
  }

  #close(): void {
    if (this.#open === undefined) return;
    const { startIndex, endIndex, countedTokens, addedTokens, headings } = this.#open;
    const tokenCount = addedTokens === 0 ? countedTokens : this.#countTokens(startIndex, endIndex);
    this.#chunks.push({ startIndex, endIndex, tokenCount, headings });
    this.#open = undefined;
  }
}

/** Where a block that is too long is split: between lines, then sentences, then words. */
const separators: readonly RegExp[] = [/\n+/g, /(?<=[.!?。！？…])\s+|(?<=[。！？])/g, /\s+/g];

/** Splits a range into ranges of at most `tokensMax` tokens, at the largest separators possible. */
function* splitRange(
  markdown: string,
  startIndex: number,
  endIndex: number,
  tokensMax: number,
  level = 0,
): Generator<[number, number], void> {
  const text = markdown.slice(startIndex, endIndex);
  if (fits(text, tokensMax)) {
    yield [startIndex, endIndex];
    return;
  }
  const separator = separators[level];
  if (separator === undefined) {
    yield* splitByLength(markdown, startIndex, endIndex, tokensMax);
    return;
  }
  let from = 0;
  for (const found of text.matchAll(separator)) {
    if (found.index > from)
      yield* splitRange(markdown, startIndex + from, startIndex + found.index, tokensMax, level + 1);
    from = found.index + found[0].length;
  }
  if (text.length > from) yield* splitRange(markdown, startIndex + from, endIndex, tokensMax, level + 1);
}

function fits(text: string, tokensMax: number): boolean {
  if (text.length * 3 <= tokensMax) return true;
  return text.length <= tokensMax * tokenLengthMax && countTokens(text) <= tokensMax;
}

/** A character has at most one token per UTF-8 byte: three per UTF-16 code unit. */
function* splitByLength(
  markdown: string,
  startIndex: number,
  endIndex: number,
  tokensMax: number,
): Generator<[number, number], void> {
  const lengthMax = Math.max(2, Math.floor(tokensMax / 3));
  for (let from = startIndex; from < endIndex; ) {
    let to = Math.min(endIndex, from + lengthMax);
    if (to < endIndex && isHighSurrogate(markdown.charCodeAt(to - 1))) to -= 1;
    yield [from, to];
    from = to;
  }
}
