import type { LlmClient } from '@quern/llm/llm-client';
import { LlmError } from '@quern/llm/llm-error';
import type { TokenUsage } from '@quern/llm/token-usage';
import { Deadline } from '@quern/runtime/deadline';
import type { Span, TextRange } from '@quern/text/span';
import { fitSentences } from '../extractive/selection/fit-sentences.ts';
import { sentenceSeparator } from '../extractive/summarize-text.ts';
import {
  type CheckSentencesInput,
  type CheckSentencesOptions,
  checkSentences,
} from './checking/check-sentences.ts';
import type { SentenceCheck } from './checking/sentence-check.ts';
import type { SummarySource } from './checking/source-sentences.ts';
import { failureWarnings, type SummaryWarning, type SummaryWarningCode } from './summary-warning.ts';
import { type ChunkPlan, type PlanChunksInput, planChunks } from './writing/plan-chunks.ts';
import type { SummaryStyle } from './writing/prompts.ts';
import { SummaryWriter } from './writing/summary-writer.ts';

/** A text to summarize by a language model. */
export interface WriteSummaryInput {
  readonly source: SummarySource;
  /** Title of the text, else ''. */
  readonly title: string;
  /** Of the text, BCP 47; `und` if unknown. */
  readonly language: string;
  /** Of the summary, BCP 47. */
  readonly targetLanguage: string;
  /** Maximum length of the summary in UTF-16 code units. */
  readonly maxLength?: number | undefined;
}

/** The language model, the models that check its summary, and limits. */
export interface WriteSummaryOptions extends CheckSentencesOptions {
  readonly llm: Pick<LlmClient, 'complete'>;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((fraction: number, message: string) => void) | undefined;
  /** Tokens of a text that are summarized at once; default 6,000. */
  readonly chunkTokens?: number | undefined;
  /** Maximum number of chunks; a longer text is condensed first. Default 24. */
  readonly chunksMax?: number | undefined;
  /** Time limit of all requests together, ms; default 150,000. */
  readonly timeBudgetMs?: number | undefined;
  /** Replaces the splitting into chunks, such as by a call of it in a thread. */
  readonly plan?: ((input: PlanChunksInput) => Promise<ChunkPlan>) | undefined;
  /** Replaces the checks, such as by a call of them in a thread. */
  readonly check?: ((input: CheckSentencesInput) => Promise<readonly SentenceCheck[]>) | undefined;
}

/** A sentence of a summary with its range in the summary. */
export interface WrittenSentence extends Span {
  /** Range in the text of the sentence that supports it best. */
  readonly source?: TextRange;
}

/** A summary by a language model. */
export interface WrittenSummary {
  /** Empty if there is none; a warning says why. */
  readonly summary: string;
  readonly sentences: readonly WrittenSentence[];
  /** Whether the length limit removed a sentence. */
  readonly truncated: boolean;
  readonly warnings: readonly SummaryWarning[];
  readonly tokenUsage: TokenUsage;
  readonly counts: SentenceCounts;
}

/** Sentences of the language model by what the checks found. */
export interface SentenceCounts {
  /** Sentences of the first draft that were checked. */
  readonly written: number;
  /** Sentences of it that the text does not support. */
  readonly unsupported: number;
  /** Sentences that were removed, since their correction is not supported either. */
  readonly removed: number;
}

/** No sentence of any language is shorter, in UTF-16 code units. */
const sentenceLengthMin = 6;

interface CheckedSentence {
  readonly text: string;
  readonly check: SentenceCheck;
}

/**
 * Summarizes a text by a language model, in the target language. Every sentence is checked against the text; unsupported
 * ones are corrected once, and dropped if that does not help. Never throws because of the language model: the summary is
 * empty then.
 *
 * @throws the signal's reason when aborted; whatever the injected functions throw
 */
export async function writeSummary(
  input: WriteSummaryInput,
  options: WriteSummaryOptions,
): Promise<WrittenSummary> {
  const deadline = new Deadline(options.timeBudgetMs ?? 150_000, options.signal);
  const attempt = new SummaryAttempt(input, options, deadline);
  try {
    return await attempt.run();
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof LlmError) return attempt.fail(failureWarnings[error.code], error.message);
    if (!deadline.isExpired || error !== deadline.signal.reason) throw error;
    return attempt.fail('language_model_timeout', 'The language model took too long.');
  } finally {
    deadline.clear();
  }
}

/** Words that refer to the sentence before them. */
const backReference =
  /^(?:he|she|it|they|this|that|these|those|his|her|its|their|er|sie|es|dies|diese|dieser|dieses|il|elle|ils|elles|cela|ce|él|ella|ellos|ellas|esto|este|esta|ele|ela|eles|isso|lui|lei|essi|questo|hij|zij|dit|он|она|они|это|他|她|它|他们|这|该|彼|彼女|それ)(?![\p{L}\p{M}])/iu;

/** The steps of one summary. */
class SummaryAttempt {
  readonly #input: WriteSummaryInput;
  readonly #options: WriteSummaryOptions;
  readonly #deadline: Deadline;
  readonly #writer: SummaryWriter;
  readonly #warnings: SummaryWarning[] = [];
  #counts: SentenceCounts = { written: 0, unsupported: 0, removed: 0 };

  constructor(input: WriteSummaryInput, options: WriteSummaryOptions, deadline: Deadline) {
    const { llm, onProgress } = options;
    this.#input = input;
    this.#options = options;
    this.#deadline = deadline;
    this.#writer = new SummaryWriter({
      llm,
      signal: deadline.signal,
      estimateTokens: (text) => Math.ceil(Buffer.byteLength(text) / 3),
      onProgress: (fraction) => onProgress?.(fraction * 0.7, 'writing the summary'),
    });
  }

  async run(): Promise<WrittenSummary> {
    const { source, title, language, targetLanguage, maxLength } = this.#input;
    const { chunkTokens = 6000, chunksMax = 24, onProgress } = this.#options;
    if (maxLength !== undefined && maxLength < sentenceLengthMin) return this.#failForLength();
    const plan = this.#options.plan ?? ((input) => planChunks(input, this.#options.yieldIfDue));
    const { chunks, tokenCount, isCondensed } = await plan({ source, language, chunkTokens, chunksMax });
    if (isCondensed) {
      this.#warn(
        'text_condensed',
        `The text is too long for the language model (${tokenCount} tokens), so only its main sentences were sent to it.`,
      );
    }
    const style: SummaryStyle = {
      language: targetLanguage,
      sentenceCount: countSentences(tokenCount, maxLength),
      lengthMax: maxLength,
    };
    let draft = await this.#writer.draft(chunks, title, style, chunkTokens);
    if (this.#lengthOf(draft) > (maxLength ?? Number.POSITIVE_INFINITY)) {
      const shorter = (await this.#unlessFailed(() => this.#writer.shorten(draft, style))) ?? [];
      if (shorter.length > 0 && this.#lengthOf(shorter) < this.#lengthOf(draft)) draft = shorter;
    }
    onProgress?.(0.75, 'checking the summary');
    const first = await this.#check(draft);
    const checked = await this.#repair(first);
    const kept = dropUnsupported(checked);
    this.#counts = {
      written: first.length,
      unsupported: first.filter(({ check }) => check.problems.length > 0).length,
      removed: checked.length - kept.length,
    };
    if (kept.length === 0) {
      return this.fail('unsupported_summary', 'The text does not support the summary of the language model.');
    }
    const dropped = this.#counts.removed;
    if (dropped > 0) {
      const message = `${dropped} of ${checked.length} sentences of the language model were removed, since the text does not support them.`;
      this.#warn('unsupported_sentences_removed', message);
    }
    return this.#fit(kept);
  }

  /** A result without a summary. */
  fail(code: SummaryWarningCode, message: string): WrittenSummary {
    this.#warn(code, message);
    return {
      summary: '',
      sentences: [],
      truncated: false,
      warnings: this.#warnings,
      tokenUsage: this.#writer.usage,
      counts: this.#counts,
    };
  }

  #warn(code: SummaryWarningCode, message: string): void {
    this.#warnings.push({ code, message });
  }

  #lengthOf(sentences: readonly string[]): number {
    return sentences.join(sentenceSeparator(this.#input.targetLanguage)).length;
  }

  async #check(sentences: readonly string[]): Promise<CheckedSentence[]> {
    if (sentences.length === 0) return [];
    const { source, title, language, targetLanguage: summaryLanguage } = this.#input;
    const input = { source, title, language, sentences, summaryLanguage };
    const checks = await (this.#options.check?.(input) ?? checkSentences(input, this.#options));
    return sentences.flatMap((text, index) => {
      const check = checks[index];
      return check === undefined ? [] : [{ text, check }];
    });
  }

  /** Improves a draft: a failure of the language model, or the end of the time budget, leaves it as it is. */
  async #unlessFailed<Value>(improve: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await improve();
    } catch (error) {
      this.#options.signal?.throwIfAborted();
      if (error instanceof LlmError || this.#deadline.isExpired) return undefined;
      throw error;
    }
  }

  #failForLength(): WrittenSummary {
    return this.fail('summary_too_long', 'No sentence of the language model fits into the maximum length.');
  }

  /** Has unsupported sentences corrected, once, and checks them again. A failure leaves them unsupported. */
  async #repair(sentences: readonly CheckedSentence[]): Promise<CheckedSentence[]> {
    const broken = sentences.filter(({ check }) => check.problems.length > 0);
    if (broken.length === 0) return [...sentences];
    const requests = broken.map(({ text, check }) => ({
      sentence: text,
      problems: check.problems.map((problem) => `${problem.kind}: ${problem.text}`).join('; '),
      evidence: check.evidence,
    }));
    const corrected = await this.#unlessFailed(() =>
      this.#writer.repair(requests, this.#input.targetLanguage),
    );
    if (corrected === undefined) return [...sentences];
    const checked = await this.#check(corrected.flat());
    let position = 0;
    const repaired = new Map(
      broken.map((sentence, index) => {
        const count = corrected[index]?.length ?? 0;
        const own = checked.slice(position, position + count);
        position += count;
        const isBetter = own.length > 0 && own.every(({ check }) => check.problems.length === 0);
        return [sentence, isBetter ? own : [sentence]] as const;
      }),
    );
    return sentences.flatMap((sentence) => repaired.get(sentence) ?? [sentence]);
  }

  /** Selects the sentences that fit into the length, the first ones first. */
  #fit(sentences: readonly CheckedSentence[]): WrittenSummary {
    const { targetLanguage, maxLength = Number.POSITIVE_INFINITY } = this.#input;
    const separator = sentenceSeparator(targetLanguage);
    const texts = sentences.map(({ text }) => text);
    const fitted = fitSentences(
      texts,
      texts.map((_, index) => -index),
      maxLength,
      separator,
    );
    const whole = fitted.sentences.filter(({ index, text }) => text === texts[index]);
    if (whole.length === 0) return this.#failForLength();
    let summary = '';
    const written = whole.map(({ index, text }) => {
      if (summary !== '') summary += separator;
      const startIndex = summary.length;
      summary += text;
      const source = sentences[index]?.check.source;
      return { text, startIndex, endIndex: summary.length, ...(source === undefined ? {} : { source }) };
    });
    return {
      summary,
      sentences: written,
      truncated: fitted.truncated,
      warnings: this.#warnings,
      tokenUsage: this.#writer.usage,
      counts: this.#counts,
    };
  }
}

/** Drops unsupported sentences, and those that refer to a dropped one. */
function dropUnsupported(sentences: readonly CheckedSentence[]): CheckedSentence[] {
  let isDropped = false;
  return sentences.filter(({ text, check }) => {
    isDropped = check.problems.length > 0 || (isDropped && backReference.test(text));
    return !isDropped;
  });
}

/** Number of sentences to ask for: what fits, or a number that grows slowly with the text. */
function countSentences(tokenCount: number, maxLength: number | undefined): number {
  const usual = Math.min(9, Math.max(2, Math.round(2 + Math.log2(Math.max(tokenCount, 100) / 150))));
  return maxLength === undefined ? usual : Math.min(12, Math.max(1, Math.round(maxLength / 130)));
}
