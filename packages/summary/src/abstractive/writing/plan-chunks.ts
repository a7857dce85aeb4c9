import { splitParagraphs } from '@quern/text/sentences/split-paragraphs';
import { splitSentences } from '@quern/text/sentences/split-sentences';
import type { TextBlock } from '@quern/text/structure/text-block';
import { codePointStart } from '@quern/text/surrogates';
import { countTokens } from '@quern/text/tokens/count-tokens';
import { summarizeText } from '../../extractive/summarize-text.ts';
import type { SummarySource } from '../checking/source-sentences.ts';

/** A text to split, and the limits of its chunks. */
export interface PlanChunksInput {
  readonly source: SummarySource;
  /** BCP 47 tag. */
  readonly language: string;
  /** Maximum number of tokens of a chunk (o200k_base). */
  readonly chunkTokens: number;
  /** Maximum number of chunks. A longer text is condensed to it by selecting sentences. */
  readonly chunksMax: number;
}

/** The chunks that a language model summarizes. */
export interface ChunkPlan {
  readonly chunks: readonly string[];
  /** Of the whole text. */
  readonly tokenCount: number;
  /** Whether sentences were left out, since the text has more than the permitted chunks. */
  readonly isCondensed: boolean;
}

interface Passage {
  readonly text: string;
  readonly tokens: number;
  /** Whether a new chunk should rather start here. */
  readonly startsSection: boolean;
}

/** A heading starts a new chunk if the current one is filled to at least this share. */
const filledShareMin = 0.6;

/**
 * Splits a text at sections and paragraphs into chunks of a limited number of tokens.
 *
 * @param yieldIfDue awaited between paragraphs; may throw to stop
 */
export async function planChunks(
  { source, language, chunkTokens, chunksMax }: PlanChunksInput,
  yieldIfDue: () => Promise<void> | undefined = () => undefined,
): Promise<ChunkPlan> {
  const passages: Passage[] = [];
  for (const { text, startsSection } of readParagraphs(source)) {
    await yieldIfDue();
    const tokens = countTokens(text);
    if (tokens <= chunkTokens) passages.push({ text, tokens, startsSection });
    else passages.push(...splitParagraph(text, language, chunkTokens));
  }
  const tokenCount = passages.reduce((sum, { tokens }) => sum + tokens, 0);
  const chunks = packPassages(passages, chunkTokens);
  if (chunks.length <= chunksMax) return { chunks, tokenCount, isCondensed: false };
  const condensed = await condense(chunks, { language, chunkTokens, chunksMax }, yieldIfDue);
  return { chunks: condensed, tokenCount, isCondensed: true };
}

function* readParagraphs(source: SummarySource): Generator<{ text: string; startsSection: boolean }> {
  if ('text' in source) {
    for (const { startIndex, endIndex } of splitParagraphs(source.text)) {
      const text = source.text.slice(startIndex, endIndex).trim();
      if (text !== '') yield { text, startsSection: /^#{1,6}\s/.test(text) };
    }
    return;
  }
  // A text that has nothing but tables or code is summarized all the same.
  const hasContent = source.blocks.some(({ role }) => role !== 'aside' && role !== 'title');
  for (const block of source.blocks) {
    if (hasContent && block.role === 'aside') continue;
    yield { text: writeBlock(block), startsSection: block.role === 'title' || block.role === 'heading' };
  }
}

/** Writes a block with its structure as light Markdown: `#` for headings, `-` for items, the name of a speaker. */
function writeBlock({ text, role, level = 1, speaker }: TextBlock): string {
  if (role === 'title' || role === 'heading') return `${'#'.repeat(Math.min(level, 6))} ${text}`;
  const prefix = role === 'item' ? '- ' : role === 'quotation' ? '> ' : '';
  return speaker === undefined ? `${prefix}${text}` : `${prefix}${speaker}: ${text}`;
}

/** Splits a paragraph that is larger than a chunk, at sentences or else anywhere between characters. */
function splitParagraph(text: string, language: string, chunkTokens: number): Passage[] {
  const passages: Passage[] = [];
  for (const { text: sentence } of splitSentences(text, language)) {
    const tokens = countTokens(sentence);
    if (tokens <= chunkTokens) {
      passages.push({ text: sentence, tokens, startsSection: false });
      continue;
    }
    const length = Math.max(1, Math.floor((sentence.length * chunkTokens) / tokens / 2));
    for (let start = 0; start < sentence.length; ) {
      const end = Math.max(start + 1, codePointStart(sentence, Math.min(sentence.length, start + length)));
      const part = sentence.slice(start, end);
      passages.push({ text: part, tokens: countTokens(part), startsSection: false });
      start = end;
    }
  }
  return passages;
}

function packPassages(passages: readonly Passage[], chunkTokens: number): string[] {
  const chunks: string[] = [];
  let current: string[] = [];
  let filled = 0;
  for (const { text, tokens, startsSection } of passages) {
    const isFull = filled + tokens + 1 > chunkTokens;
    if (current.length > 0 && (isFull || (startsSection && filled > chunkTokens * filledShareMin))) {
      chunks.push(current.join('\n'));
      current = [];
      filled = 0;
    }
    current.push(text);
    // One token for the line break.
    filled += tokens + 1;
  }
  if (current.length > 0) chunks.push(current.join('\n'));
  return chunks;
}

/** Joins groups of neighboring chunks, and shortens each to the size of one by selecting its best sentences. */
async function condense(
  chunks: readonly string[],
  { language, chunkTokens, chunksMax }: Omit<PlanChunksInput, 'source'>,
  yieldIfDue: () => Promise<void> | undefined,
): Promise<string[]> {
  const condensed: string[] = [];
  for (let group = 0; group < chunksMax; group++) {
    const start = Math.round((group * chunks.length) / chunksMax);
    const end = Math.round(((group + 1) * chunks.length) / chunksMax);
    const text = chunks.slice(start, end).join('\n');
    const density = countTokens(text) / Math.max(1, text.length);
    const maxLength = Math.max(1, Math.floor(chunkTokens / density));
    const { summary } = await summarizeText({ text, language, maxLength }, async () => yieldIfDue());
    condensed.push(summary);
  }
  return condensed;
}
