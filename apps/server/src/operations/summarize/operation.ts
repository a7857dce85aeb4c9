import type { SourceFile } from '@quern/documents/read-documents';
import { isSameLanguage } from '@quern/text/language/same-language';
import type { PreparedText } from '../../engines/prepare-text.ts';
import { recognizePages } from '../../engines/recognize-pages.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { defineOperation, type OperationContext } from '../define-operation.ts';
import { totalBytes, type UploadedFile } from '../uploaded-file.ts';
import examples from './examples.data.json' with { type: 'json' };
import { type SummarizeInput, summarizeInput, summarizeOutput } from './schema.ts';
import { translateSummary } from './translate-summary.ts';
import { writeSummary } from './write-summary.ts';

const tokensPerUnit = 10_000;
const creditsPerUnit = 2;

/** Summarizes a text or a document, and translates the summary. */
export const operation = defineOperation({
  name: 'summarize',
  title: 'Summarize a text or a document',
  description:
    'Summarizes a text or a document in any language: by selecting its most important sentences, or by a language model whose sentences are checked against the text.',
  consumes: ['multipart/form-data', 'application/json'],
  input: summarizeInput,
  primaryInput: 'content',
  output: summarizeOutput,
  plainResult: 'summary',
  errors: [
    'file_too_large',
    'invalid_file',
    'unreadable_document',
    'unsupported_language',
    'engine_unavailable',
    'model_unavailable',
  ],
  examples,
  quickStartInput: {
    content:
      'The mill was built in 1820. It ground wheat until the river dried up. Today it is a museum that shows how flour was made.',
    maxLength: 60,
  },
  timeLimitMs: 180_000,
  cost: {
    resource: 'threads',
    baseMs: 8,
    perUnitMs: 0.0015,
    units: ({ content, files }) => content?.length ?? totalBytes(files),
  },
  price: {
    minimum: creditsPerUnit,
    label: '2 credits per 10,000 tokens',
    compute: ({ tokenCount }: PreparedText) =>
      creditsPerUnit * Math.max(1, Math.ceil(tokenCount / tokensPerUnit)),
  },
  prepare: async ({ content = '', files, password, language }, context) => {
    const prepared = await (files === undefined
      ? context.engines.pool.run('prepareText', { content }, { signal: context.signal })
      : prepareFiles(files, password, context));
    return { ...prepared, language: language ?? prepared.language };
  },
  requirePermitted: ({ style }, { llm }) => {
    if (style !== 'abstractive' || llm !== undefined) return;
    throw new ServiceError(
      'invalid_parameters',
      'style: this service has no language model for abstractive summaries; use extractive or auto, or set QUERN_LLM_BASE_URL and QUERN_LLM_MODEL',
    );
  },
  run: async ({ input, prepared, ...context }) => {
    const { language, tokenCount } = prepared;
    const common = { originalLanguage: language, tokenCount };
    if (input.style === 'extractive' || context.engines.llm === undefined) {
      return { ...(await extractSummary(input, prepared, context)), ...common };
    }
    const { written, warnings, languageModelUsage } = await writeSummary(input, prepared, context);
    const summary = written ?? (await extractSummary(input, prepared, context));
    return {
      ...summary,
      ...common,
      ...(warnings.length === 0 ? {} : { warnings }),
      languageModelUsage,
    };
  },
});

/** Selects sentences of the text, and translates them if another language is requested. */
async function extractSummary(
  { targetLanguage: target, maxLength }: SummarizeInput,
  prepared: PreparedText,
  context: OperationContext,
) {
  const { language } = prepared;
  if (target === undefined || isSameLanguage(target, language)) {
    const { sentences, ...summary } = await summarizePrepared(prepared, maxLength, context);
    const withoutScores = sentences.map(({ score: _score, ...sentence }) => sentence);
    return { ...summary, sentences: withoutScores, targetLanguage: language, engine: 'extractive' };
  }
  return translateSummary(
    { from: language, to: target, maxLength },
    (sourceLengthMax) => summarizePrepared(prepared, sourceLengthMax, context),
    context,
  );
}

/** Reads the files of a document; pages without text are recognized. */
async function prepareFiles(
  files: readonly UploadedFile[],
  password: string | undefined,
  { engines, signal }: OperationContext,
): Promise<PreparedText> {
  const sources: SourceFile[] = files.map(({ bytes }) => ({ bytes }));
  const prepared = await engines.pool.run('prepareText', { files: sources, password }, { signal });
  if (prepared.unread.every(({ unreadPages }) => unreadPages.length === 0)) return prepared;
  const recognized = [];
  for (const [index, source] of sources.entries()) {
    const unread = prepared.unread[index];
    recognized.push(
      unread === undefined || unread.unreadPages.length === 0
        ? source
        : { ...source, ...(await recognizePages(engines.ocr, source.bytes, unread, { signal, password })) },
    );
  }
  return engines.pool.run('prepareText', { files: recognized, password }, { signal });
}

function summarizePrepared(
  { text, title, language, blocks }: PreparedText,
  maxLength: number | undefined,
  { engines, signal }: OperationContext,
) {
  const limit = maxLength === undefined ? {} : { maxLength };
  return engines.pool.run('summarize', { text, title, language, blocks, ...limit }, { signal });
}
