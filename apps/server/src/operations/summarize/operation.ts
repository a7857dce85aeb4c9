import type { SourceFile } from '@quern/documents/read-documents';
import { isSameLanguage } from '@quern/text/language/same-language';
import { recognizePages } from '../../engines/convert-document.ts';
import type { PreparedText } from '../../engines/engine-tasks.ts';
import { defineOperation, type OperationContext } from '../define-operation.ts';
import type { UploadedFile } from '../uploaded-file.ts';
import examples from './examples.data.json' with { type: 'json' };
import { summarizeInput, summarizeOutput } from './schema.ts';
import { translateSummary } from './translate-summary.ts';

const tokensPerUnit = 10_000;
const creditsPerUnit = 2;

/** Summarizes a text or a document, and translates the summary. */
export const operation = defineOperation({
  name: 'summarize',
  title: 'Summarize a text or a document',
  description:
    'Summarizes a text or a document by selecting its most important sentences, and translates the summary on request.',
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
  cost: { resource: 'threads', baseMs: 8, perByteMs: 0.0015 },
  price: {
    minimum: creditsPerUnit,
    label: '2 credits per 10,000 tokens',
    compute: ({ tokenCount }: PreparedText) =>
      creditsPerUnit * Math.max(1, Math.ceil(tokenCount / tokensPerUnit)),
  },
  prepare: ({ content = '', files }, context) =>
    files === undefined
      ? context.engines.pool.run('prepareText', { content }, { signal: context.signal })
      : prepareFiles(files, context),
  run: async ({ input, prepared, ...context }) => {
    const { language, tokenCount } = prepared;
    const target = input.targetLanguage;
    const common = { originalLanguage: language, tokenCount };
    if (target === undefined || isSameLanguage(target, language)) {
      const { sentences, ...summary } = await summarizePrepared(prepared, input.maxLength, context);
      const withoutScores = sentences.map(({ score: _score, ...sentence }) => sentence);
      return {
        ...summary,
        sentences: withoutScores,
        ...common,
        targetLanguage: language,
        engine: 'extractive',
      };
    }
    const translated = await translateSummary(
      { from: language, to: target, maxLength: input.maxLength },
      (maxLength) => summarizePrepared(prepared, maxLength, context),
      context,
    );
    return { ...translated, ...common };
  },
});

/** Reads the files of a document; pages without text are recognized. */
async function prepareFiles(
  files: readonly UploadedFile[],
  { engines, signal }: OperationContext,
): Promise<PreparedText> {
  const sources: SourceFile[] = files.map(({ bytes }) => ({ bytes }));
  const prepared = await engines.pool.run('prepareText', { files: sources }, { signal });
  const isRead = prepared.unreadPages.every((pages) => pages.length === 0);
  if (isRead) return prepared;
  const recognized = [];
  for (const [index, source] of sources.entries()) {
    const pages = prepared.unreadPages[index] ?? [];
    recognized.push(
      pages.length === 0
        ? source
        : { ...source, recognized: await recognizePages(engines.ocr, source.bytes, pages, { signal }) },
    );
  }
  return engines.pool.run('prepareText', { files: recognized }, { signal });
}

function summarizePrepared(
  { text, title, language }: PreparedText,
  maxLength: number | undefined,
  { engines, signal }: OperationContext,
) {
  const limit = maxLength === undefined ? {} : { maxLength };
  return engines.pool.run('summarize', { text, title, language, ...limit }, { signal });
}
