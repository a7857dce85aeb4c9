import { noTokenUsage, type TokenUsage } from '@quern/llm/token-usage';
import type { SummaryWarning } from '@quern/summary/abstractive/summary-warning';
import { type WrittenSentence, writeSummary as write } from '@quern/summary/abstractive/write-summary';
import type { PreparedText } from '../../engines/prepare-text.ts';
import type { OperationContext } from '../define-operation.ts';

/** Language and length of a summary by the language model. */
export interface WriteSummaryInput {
  /** BCP 47; default: the language of the text. */
  readonly targetLanguage?: string | undefined;
  /** Maximum length of the summary, in UTF-16 code units. */
  readonly maxLength?: number | undefined;
}

/** Outcome of a request to the language model. */
export interface WriteSummaryResult {
  /** Undefined if the model failed, or the text does not support what it wrote; a warning says why. */
  readonly written:
    | {
        readonly summary: string;
        readonly sentences: readonly WrittenSentence[];
        readonly truncated: boolean;
        readonly targetLanguage: string;
        readonly engine: 'abstractive';
      }
    | undefined;
  readonly warnings: readonly SummaryWarning[];
  readonly languageModelUsage: TokenUsage & { readonly model: string };
}

/** Summarizes a text by the language model; texts are split and checked in threads. */
export async function writeSummary(
  { targetLanguage, maxLength }: WriteSummaryInput,
  { text, title, language, blocks }: PreparedText,
  { engines, signal, progress }: OperationContext,
): Promise<WriteSummaryResult> {
  const { llm, pool, summaryChunkTokens: chunkTokens } = engines;
  if (llm === undefined) {
    return { written: undefined, warnings: [], languageModelUsage: { model: '', ...noTokenUsage } };
  }
  const target = targetLanguage ?? language;
  const {
    warnings,
    tokenUsage,
    counts: _counts,
    ...written
  } = await write(
    { source: { text }, title, language, targetLanguage: target, maxLength },
    {
      llm,
      signal,
      chunkTokens,
      onProgress: progress,
      plan: ({ source: _source, ...input }) =>
        pool.run('planSummary', { ...input, text, title, blocks }, { signal }),
      check: ({ source: _source, ...input }) =>
        pool.run('checkSummary', { ...input, text, title, blocks }, { signal }),
    },
  );
  return {
    written:
      written.sentences.length === 0
        ? undefined
        : { ...written, targetLanguage: target, engine: 'abstractive' as const },
    warnings,
    languageModelUsage: { model: llm.model, ...tokenUsage },
  };
}
