import type { TokenUsage } from '@quern/llm/token-usage';
import { type Summary, summarizeText } from '../extractive/summarize-text.ts';
import type { SummaryWarning } from './summary-warning.ts';
import {
  type WriteSummaryInput,
  type WriteSummaryOptions,
  type WrittenSummary,
  writeSummary,
} from './write-summary.ts';

/** Result of `summarizeAbstractively`. */
export interface AbstractiveSummary extends Pick<WrittenSummary, 'summary' | 'sentences' | 'truncated'> {
  /** Method that made the summary; `extractive` after a failure of the language model. */
  readonly engine: 'abstractive' | 'extractive';
  /** Of the summary, BCP 47; that of the text if the summary is extractive. */
  readonly language: string;
  readonly warnings: readonly SummaryWarning[];
  readonly tokenUsage: TokenUsage;
}

/**
 * Summarizes a text by a language model, and by its most representative sentences if the model fails or the text does not
 * support what it writes.
 *
 * @throws the signal's reason when aborted
 */
export async function summarizeAbstractively(
  input: WriteSummaryInput,
  options: WriteSummaryOptions,
): Promise<AbstractiveSummary> {
  const { sentences, counts: _counts, ...written } = await writeSummary(input, options);
  if (sentences.length > 0) {
    return { ...written, sentences, engine: 'abstractive', language: input.targetLanguage };
  }
  const { warnings, tokenUsage } = written;
  const extractive = await summarizeExtractively(input, options);
  return { ...extractive, engine: 'extractive', language: input.language, warnings, tokenUsage };
}

async function summarizeExtractively(
  { source, title, language, maxLength }: WriteSummaryInput,
  { yieldIfDue }: WriteSummaryOptions,
): Promise<Summary> {
  const text = 'text' in source ? source.text : source.blocks.map((block) => block.text).join('\n\n');
  const limit = maxLength === undefined ? {} : { maxLength };
  const summary = await summarizeText({ text, language, title, ...limit }, async () => yieldIfDue?.());
  if ('text' in source) return summary;
  // Ranges in the joined blocks are not those in the original text.
  return { ...summary, sentences: summary.sentences.map(({ source: _source, ...sentence }) => sentence) };
}
