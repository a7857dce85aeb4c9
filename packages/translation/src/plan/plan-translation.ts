import { splitSentences } from '@quern/text/sentences/split-sentences';
import type { TextRange } from '@quern/text/span';
import type { InlineToken, TextBlock, TextFormat } from '../blocks/inline-token.ts';
import { type MarkedText, MarkedTextBuilder } from '../blocks/marked-text.ts';
import { readMarkdownBlocks } from '../blocks/read-markdown-blocks.ts';
import { readPlainBlocks } from '../blocks/read-plain-blocks.ts';

/** A line break inside a sentence. */
export interface LineBreak {
  /** The break with the indentation and the markers of the next line. */
  readonly raw: string;
  /** Share of the sentence before it. */
  readonly fraction: number;
}

/** A sentence of a text to translate. */
export interface PlannedSentence extends TextRange {
  readonly marked: MarkedText;
  readonly lineBreaks: readonly LineBreak[];
  /** Index of its block. */
  readonly block: number;
  /** Whether `marked` has terms of a glossary in place of words of the source. */
  readonly hasTerms?: boolean;
}

/** The sentences of a text. Everything between them is copied unchanged. */
export interface TranslationPlan {
  /** In order; they do not overlap. */
  readonly sentences: readonly PlannedSentence[];
  readonly blocks: readonly PlannedBlock[];
}

/** The properties of a block that translations of its sentences depend on. */
export type PlannedBlock = Pick<
  TextBlock,
  'startIndex' | 'endIndex' | 'isMarkdown' | 'isInTable' | 'startsLine'
>;

/** Finds the blocks of a text that contain words. */
export function readBlocks(text: string, format: TextFormat): TextBlock[] {
  return format === 'markdown' ? readMarkdownBlocks(text) : readPlainBlocks(text);
}

/** The words of a text without markup and code, for the detection of its language. */
export function proseOf(blocks: readonly TextBlock[]): string {
  return blocks.map((block) => wordsOf(block)).join('\n');
}

/**
 * Splits the blocks of a text into sentences.
 *
 * @param language BCP 47 tag of the text
 */
export function planTranslation(
  source: string,
  blocks: readonly TextBlock[],
  language: string,
): TranslationPlan {
  const sentences = blocks.flatMap((block, index) => planBlock(source, block, index, language));
  return {
    sentences,
    blocks: blocks.map(({ tokens: _tokens, ...block }) => block),
  };
}

function planBlock(source: string, block: TextBlock, index: number, language: string): PlannedSentence[] {
  const words = block.isMarkdown ? wordsOf(block) : plainWordsOf(source, block);
  const spans = splitSentences(words, language).map((span) => ({
    startIndex: span.startIndex + block.startIndex,
    endIndex: span.endIndex + block.startIndex,
  }));
  const tokens = new TokenCursor(block.tokens);
  const planned: PlannedSentence[] = [];
  for (const [order, span] of spans.entries()) {
    const previousEnd = planned.at(-1)?.endIndex ?? block.startIndex;
    const nextStart = spans[order + 1]?.startIndex ?? block.endIndex;
    const range = includeMarkup(tokens.within(previousEnd, nextStart), span);
    planned.push({
      ...range,
      ...readSentence(source, tokens.within(range.startIndex, range.endIndex), range),
      block: index,
    });
  }
  return planned;
}

/** The text of a block with its offsets, in which markup is replaced by spaces and kept parts by a word. */
function wordsOf({ tokens }: TextBlock): string {
  return tokens
    .map((token) => {
      const length = token.endIndex - token.startIndex;
      if (token.kind === 'text') return token.text.slice(0, length).padEnd(length);
      if (token.kind === 'keep') return 'X'.padEnd(length, 'x');
      if (token.kind === 'line') return '\n'.padEnd(length);
      return (token.kind === 'boundary' ? '\n' : ' ').repeat(length);
    })
    .join('');
}

/** The text itself, in which columns are separated like paragraphs. */
function plainWordsOf(source: string, { tokens }: TextBlock): string {
  return tokens
    .map(({ kind, startIndex, endIndex }) =>
      kind === 'boundary' ? '\n'.repeat(endIndex - startIndex) : source.slice(startIndex, endIndex),
    )
    .join('');
}

/** Finds tokens by range; ranges must be requested in order. */
class TokenCursor {
  readonly #tokens: readonly InlineToken[];
  #first = 0;

  constructor(tokens: readonly InlineToken[]) {
    this.#tokens = tokens;
  }

  within(startIndex: number, endIndex: number): readonly InlineToken[] {
    while ((this.#tokens[this.#first]?.endIndex ?? Infinity) <= startIndex) this.#first++;
    let last = this.#first;
    while ((this.#tokens[last]?.startIndex ?? Infinity) < endIndex) last++;
    return this.#tokens.slice(this.#first, last);
  }
}

/** Extends a sentence by the markup next to it whose counterpart is inside. */
function includeMarkup(tokens: readonly InlineToken[], span: TextRange): TextRange {
  let { startIndex, endIndex } = span;
  const inside = new Set<number>();
  for (const token of tokens)
    if ('pair' in token && token.startIndex >= startIndex && token.endIndex <= endIndex)
      inside.add(token.pair);
  for (const token of tokens) {
    if (!('pair' in token) || !inside.has(token.pair)) continue;
    if (token.kind === 'open') startIndex = Math.min(startIndex, token.startIndex);
    else endIndex = Math.max(endIndex, token.endIndex);
  }
  return { startIndex, endIndex };
}

function readSentence(
  source: string,
  tokens: readonly InlineToken[],
  range: TextRange,
): Pick<PlannedSentence, 'marked' | 'lineBreaks'> {
  const builder = new MarkedTextBuilder();
  const lineBreaks: LineBreak[] = [];
  const length = range.endIndex - range.startIndex;
  for (const token of tokens) {
    const raw = source.slice(token.startIndex, token.endIndex);
    if (token.kind === 'text') builder.addText(clip(token, range));
    else if (token.kind === 'line') {
      builder.addText(' ');
      lineBreaks.push({ raw, fraction: (token.startIndex - range.startIndex) / length });
    } else if (token.kind === 'boundary') builder.addMark('keep', raw);
    else builder.addMark(token.kind, raw, 'pair' in token ? token.pair : -1);
  }
  return { marked: builder.build(), lineBreaks };
}

/** The part of a text token within a sentence. Decoded characters are not divided. */
function clip(token: InlineToken & { readonly kind: 'text' }, range: TextRange): string {
  const { text, startIndex, endIndex } = token;
  if (text.length !== endIndex - startIndex) return text;
  return text.slice(Math.max(0, range.startIndex - startIndex), Math.max(0, range.endIndex - startIndex));
}
