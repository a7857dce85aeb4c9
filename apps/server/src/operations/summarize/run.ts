import type { PreparedText } from '../../engines/engine-tasks.ts';
import { defineOperation, type OperationContext } from '../define-operation.ts';
import { parseMultipartInput } from './parse-multipart-input.ts';
import { summarizeExample, summarizeInput, summarizeMultipart, summarizeOutput } from './schema.ts';
import { translateSummary } from './translate-summary.ts';

const tokensPerUnit = 10_000;
const creditsPerUnit = 2;

export const summarize = defineOperation({
  name: 'summarize',
  title: 'Summarize a text or a document',
  description:
    'Summarizes a text, or a PDF, DOCX or TXT file, and translates the summary if asked to. Sentences are chosen from the text itself.',
  consumes: ['multipart/form-data', 'application/json'],
  input: summarizeInput,
  parseMultipart: parseMultipartInput,
  multipartSchema: summarizeMultipart,
  output: summarizeOutput,
  example: summarizeExample,
  timeLimitMs: 180_000,
  cost: { resource: 'threads', baseMs: 8, perByteMs: 0.0015 },
  price: {
    least: creditsPerUnit,
    text: '2 credits per 10,000 tokens',
    of: ({ tokenCount }: PreparedText) => creditsPerUnit * Math.max(1, Math.ceil(tokenCount / tokensPerUnit)),
  },
  prepare: (input, { engines, signal }) =>
    engines.pool.run(
      'prepareText',
      input.files === undefined
        ? { content: input.content ?? '' }
        : { files: input.files.map((file) => file.bytes) },
      { signal },
    ),
  run: async (input, prepared, context) => {
    const { language, tokenCount } = prepared;
    const target = input.targetLanguage;
    const common = { originalLanguage: language, tokenCount };
    if (target === undefined || sameLanguage(target, language)) {
      const { sentences, ...summary } = await summarizePrepared(prepared, input.maxLength, context);
      const shown = sentences.map(({ score: _score, ...sentence }) => sentence);
      return { ...summary, sentences: shown, ...common, targetLanguage: language, engine: 'extractive' };
    }
    const translated = await translateSummary(
      { from: language, to: target, maxLength: input.maxLength },
      (maxLength) => summarizePrepared(prepared, maxLength, context),
      context,
    );
    return { ...translated, ...common };
  },
});

function summarizePrepared(
  { text, title, language }: PreparedText,
  maxLength: number | undefined,
  { engines, signal }: OperationContext,
) {
  const limit = maxLength === undefined ? {} : { maxLength };
  return engines.pool.run('summarize', { text, title, language, ...limit }, { signal });
}

/** `pt-BR` is asked for and the text is `pt`: there is nothing to translate. Scripts are told apart (zh-Hant). */
function sameLanguage(left: string, right: string): boolean {
  if (left === 'und' || right === 'und') return false;
  const [one, other] = [new Intl.Locale(left).maximize(), new Intl.Locale(right).maximize()];
  return one.language === other.language && one.script === other.script;
}
