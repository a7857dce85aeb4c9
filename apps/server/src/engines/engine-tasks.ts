import type { ConvertedDocument, ConvertedPage } from '@quern/documents/convert-document';
import type { ReadDocumentOptions } from '@quern/documents/read-document-options';
import type { JoinedText, SourceFile } from '@quern/documents/read-documents';
import type { Entity } from '@quern/nlp/entities/extract-entities';
import type { SentimentAnalysis } from '@quern/nlp/sentiment/analyze-sentiment';
import { encodeJson } from '@quern/runtime/json-fragment';
import type * as task from '@quern/runtime/pool/task';
import type { TaskContext } from '@quern/runtime/pool/task';
import type { CheckSentencesInput } from '@quern/summary/abstractive/checking/check-sentences';
import type { SentenceCheck } from '@quern/summary/abstractive/checking/sentence-check';
import type { ChunkPlan, PlanChunksInput } from '@quern/summary/abstractive/writing/plan-chunks';
import type { Summary } from '@quern/summary/extractive/summarize-text';
import type { MarkdownChunk } from '@quern/text/chunks/chunk-markdown';
import type { Span } from '@quern/text/span';
import type { TextBlock } from '@quern/text/structure/text-block';
import type { AnalyzedResource, AnalyzeResourceInput } from '@quern/web/convert/analyze-resource';
import { assembleTranslation, prepareTranslation } from './translation-tasks.ts';

/** Either a text or the files of one document, in order. */
export type TextSource = { readonly content: string } | { readonly files: readonly SourceFile[] };

/** A text with everything that summaries need to know about it. */
export interface PreparedText {
  readonly text: string;
  /** Title of the document, else ''. */
  readonly title: string;
  readonly tokenCount: number;
  /** BCP 47 tag; `und` when the language is not detected. */
  readonly language: string;
  /** For each file, the numbers of the pages whose text has to be recognized first; the text lacks them. */
  readonly unreadPages: readonly (readonly number[])[];
  /** JSON of the blocks of a document, whose runs and ranges refer to `text`; undefined for texts. */
  readonly blocks?: Uint8Array | undefined;
}

export type { AnalyzedResource };

async function countTokens(text: string, { yieldIfDue }: TaskContext): Promise<number> {
  const { countTokensAsync } = await import('@quern/text/tokens/count-tokens');
  return countTokensAsync(text, yieldIfDue);
}

async function detectLanguage(text: string): Promise<string> {
  const { detectLanguage: detect } = await import('@quern/text/language/detect-language');
  return (await detect(text)).language;
}

/** Loads the models on the first call, so that later ones do not wait for it. */
async function warmUp(_input: undefined, context: TaskContext): Promise<void> {
  const text = 'A first sentence loads the models.';
  await analyzeSentiment({ text }, context);
  await extractEntities({ text, referenceTimeMs: 0 }, context);
}

async function prepareText(source: TextSource, context: TaskContext): Promise<PreparedText> {
  const { text, title, unreadPages, blocks }: Omit<JoinedText, 'blocks'> & Partial<JoinedText> =
    'content' in source
      ? { text: source.content, title: '', unreadPages: [] }
      : await readFiles(source.files, context);
  if (unreadPages.some((pages) => pages.length > 0)) {
    return { text: '', title, tokenCount: 0, language: 'und', unreadPages };
  }
  await context.yieldIfDue();
  const tokenCount = await countTokens(text, context);
  const language = await detectLanguage(text);
  // As bytes, they cost the main thread nothing on their way to the next task.
  return { text, title, tokenCount, language, unreadPages, blocks: blocks && encodeJson(blocks) };
}

async function readFiles(files: readonly SourceFile[], { yieldIfDue }: TaskContext) {
  const { readDocuments } = await import('@quern/documents/read-documents');
  return readDocuments(files, { yieldIfDue });
}

async function summarize(
  {
    blocks,
    ...input
  }: Pick<PreparedText, 'text' | 'title' | 'language' | 'blocks'> & { readonly maxLength?: number },
  { yieldIfDue }: TaskContext,
): Promise<Summary> {
  const { summarizeText } = await import('@quern/summary/extractive/summarize-text');
  return summarizeText({ ...input, ...(blocks && { blocks: decodeBlocks(blocks) }) }, yieldIfDue);
}

function decodeBlocks(json: Uint8Array): TextBlock[] {
  return JSON.parse(new TextDecoder().decode(json));
}

/** A prepared text as the source of a summary by a language model. */
type SummaryText = Pick<PreparedText, 'text' | 'title' | 'blocks'>;

/** Splits a text into the chunks that a language model summarizes: its blocks, without asides. */
async function planSummary(
  { text, title, blocks, ...input }: SummaryText & Omit<PlanChunksInput, 'source'>,
  { yieldIfDue }: TaskContext,
): Promise<ChunkPlan> {
  const { planChunks } = await import('@quern/summary/abstractive/writing/plan-chunks');
  const source = { blocks: await readBlocks({ text, title, blocks }) };
  await yieldIfDue();
  return planChunks({ source, ...input }, yieldIfDue);
}

/** The blocks of a document, or those found in a text. */
async function readBlocks({ text, title, blocks }: SummaryText): Promise<readonly TextBlock[]> {
  if (blocks !== undefined) return decodeBlocks(blocks);
  const { readTextBlocks } = await import('@quern/text/structure/readers/read-text-blocks');
  return readTextBlocks(text, { title });
}

/** Checks sentences of a language model against the text that they summarize. */
async function checkSummary(
  { text, title, blocks, ...input }: SummaryText & Omit<CheckSentencesInput, 'source' | 'title'>,
  context: TaskContext,
): Promise<SentenceCheck[]> {
  const [{ checkSentences }, { compareVectors }, { createNameTagger }, { loadEncoder }] = await Promise.all([
    import('@quern/summary/abstractive/checking/check-sentences'),
    import('@quern/summary/abstractive/checking/compare-vectors'),
    import('./name-tagger.ts'),
    import('@quern/nlp/encoder/load-encoder'),
  ]);
  const [tagNames, encoder] = await Promise.all([createNameTagger(context), loadEncoder()]);
  const similarity = compareVectors((texts) => encoder.embedSentences(texts, context));
  const source = { blocks: await readBlocks({ text, title, blocks }) };
  await context.yieldIfDue();
  return checkSentences(
    { ...input, source, title },
    { tagNames, similarity, yieldIfDue: context.yieldIfDue },
  );
}

async function extractEntities(
  { text, referenceTimeMs }: { text: string; referenceTimeMs: number },
  context: TaskContext,
): Promise<{ entities: Entity[]; tokenCount: number }> {
  const [entities, { createEntityTagger }, { loadEncoder }] = await Promise.all([
    import('@quern/nlp/entities/extract-entities'),
    import('@quern/nlp/entities/names/entity-tagger'),
    import('@quern/nlp/encoder/load-encoder'),
  ]);
  const found = await entities.extractEntities({
    text,
    language: await detectLanguage(text),
    referenceDate: new Date(referenceTimeMs),
    tagEntities: createEntityTagger(await loadEncoder(), context),
    yieldIfDue: context.yieldIfDue,
  });
  return { entities: found, tokenCount: await countTokens(text, context) };
}

async function analyzeSentiment(
  { text }: { text: string },
  context: TaskContext,
): Promise<{ analysis: SentimentAnalysis; tokenCount: number }> {
  const [sentiment, { createSentimentModel }, { loadEncoder }] = await Promise.all([
    import('@quern/nlp/sentiment/analyze-sentiment'),
    import('@quern/nlp/sentiment/sentiment-model'),
    import('@quern/nlp/encoder/load-encoder'),
  ]);
  const analysis = await sentiment.analyzeSentiment(
    { text, language: await detectLanguage(text) },
    createSentimentModel(await loadEncoder(), context),
    context.yieldIfDue,
  );
  return { analysis, tokenCount: await countTokens(text, context) };
}

/** Detects the language of a text (`und` if it cannot), splits it into sentences, and counts its tokens. */
async function segmentText(
  text: string,
  context: TaskContext,
): Promise<{ sentences: Span[]; language: string; tokenCount: number }> {
  const { splitSentences } = await import('@quern/text/sentences/split-sentences');
  const language = await detectLanguage(text);
  const sentences = splitSentences(text, language);
  return { sentences, language, tokenCount: await countTokens(text, context) };
}

/** Converts a fetched resource to Markdown and detects block pages and pages that need JavaScript. */
async function analyzeResource(resource: AnalyzeResourceInput): Promise<AnalyzedResource> {
  const web = await import('@quern/web/convert/analyze-resource');
  return web.analyzeResource(resource);
}

/**
 * Splits Markdown into chunks.
 *
 * @param markdown the text, or its JSON in UTF-8
 */
async function chunkMarkdown(
  markdown: string | Uint8Array,
  { yieldIfDue }: TaskContext,
): Promise<{ chunks: MarkdownChunk[] }> {
  const { chunkMarkdown: chunk, chunkTokensDefault } = await import('@quern/text/chunks/chunk-markdown');
  const text = typeof markdown === 'string' ? markdown : decodeJsonText(markdown);
  return { chunks: await chunk(text, chunkTokensDefault, yieldIfDue) };
}

function decodeJsonText(bytes: Uint8Array): string {
  const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
  return typeof value === 'string' ? value : '';
}

/** A document to convert. */
export interface ConvertDocumentInput {
  readonly bytes: Uint8Array;
  readonly options: Pick<ReadDocumentOptions, 'pages' | 'ocr' | 'recognized'>;
  /** Maximum number of tokens of a chunk; undefined for no chunks. */
  readonly chunkTokens?: number | undefined;
  /** Whether the content is returned as plain text too. */
  readonly withText: boolean;
}

/** A converted document. */
export interface ConvertedFile extends ConvertedDocument {
  /** Number of the converted pages; 0 for formats without pages. */
  readonly readPageCount: number;
  /** Language of the content, BCP 47; the stated one if it is not detected, else `und`. */
  readonly language: string;
  readonly tokenCount: number;
  readonly chunks: readonly PagedChunk[];
}

/** A chunk, and the numbers of the pages that it is on. */
export interface PagedChunk extends MarkdownChunk {
  readonly pages: readonly number[];
}

/** Characters of a document whose language is detected if its text is not asked for. */
const languageSampleLength = 500_000;

/** Converts a document to Markdown. While pages are unread, only what their recognition needs is returned. */
async function convertDocument(
  { bytes, options, chunkTokens, withText }: ConvertDocumentInput,
  context: TaskContext,
): Promise<ConvertedFile> {
  const { yieldIfDue } = context;
  const documents = await import('@quern/documents/convert-document');
  const textLengthMax = withText ? Number.POSITIVE_INFINITY : languageSampleLength;
  const converted = await documents.convertDocument(bytes, { ...options, textLengthMax, yieldIfDue });
  const { markdown, text, pages, metadata } = converted;
  const file = { ...converted, readPageCount: pages.length, text: withText ? text : '' };
  if (converted.unreadPages.length > 0) {
    return {
      ...file,
      markdown: '',
      text: '',
      pages: [],
      tables: [],
      chunks: [],
      language: 'und',
      tokenCount: 0,
    };
  }
  const detected = await detectLanguage(text);
  return {
    ...file,
    language: detected === 'und' ? metadata.language || detected : detected,
    tokenCount: await countTokens(markdown, context),
    chunks: chunkTokens === undefined ? [] : await chunkPages(markdown, pages, chunkTokens, yieldIfDue),
  };
}

/** Reads the title, language and date of a document from its metadata and its first page. */
async function describeDocument(
  { bytes }: { readonly bytes: Uint8Array },
  { yieldIfDue }: TaskContext,
): Promise<{ title: string; language: string; modifiedAt: string }> {
  const documents = await import('@quern/documents/convert-document');
  const options = { pages: '1', ocr: 'never', yieldIfDue } as const;
  const { title, text, metadata } = await documents.convertDocument(bytes, options);
  const detected = await detectLanguage(text);
  const language = detected === 'und' ? metadata.language : detected;
  return { title, language, modifiedAt: metadata.modifiedAt };
}

async function chunkPages(
  markdown: string,
  pages: readonly ConvertedPage[],
  tokensMax: number,
  yieldIfDue: () => Promise<void>,
): Promise<PagedChunk[]> {
  const { chunkMarkdown: chunk } = await import('@quern/text/chunks/chunk-markdown');
  const chunks = await chunk(markdown, tokensMax, yieldIfDue);
  return chunks.map((each) => ({
    ...each,
    pages: pages
      .filter(({ startIndex, endIndex }) => startIndex < each.endIndex && endIndex > each.startIndex)
      .map(({ number }) => number),
  }));
}

/** The computations that run in the pool's threads. Each engine loads with the first task that needs it. */
export const engineTasks = {
  warmUp,
  prepareText,
  summarize,
  planSummary,
  checkSummary,
  extractEntities,
  analyzeSentiment,
  segmentText,
  analyzeResource,
  chunkMarkdown,
  convertDocument,
  describeDocument,
  prepareTranslation,
  assembleTranslation,
};

export type EngineTasks = typeof engineTasks;
export type TaskName = task.TaskName<EngineTasks>;
export type TaskInput<Name extends TaskName> = task.TaskInput<EngineTasks, Name>;
export type TaskResult<Name extends TaskName> = task.TaskResult<EngineTasks, Name>;
