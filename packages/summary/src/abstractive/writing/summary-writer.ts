import type { Completion, LlmClient } from '@quern/llm/llm-client';
import { extractStringArray } from '@quern/llm/parse-response';
import { addTokenUsage, noTokenUsage, type TokenUsage } from '@quern/llm/token-usage';
import { codePointStart } from '@quern/text/surrogates';
import { sentenceSeparator } from '../../extractive/summarize-text.ts';
import { cleanOutput } from './clean-output.ts';
import {
  type Prompt,
  type SentenceToRepair,
  type SummaryStyle,
  writeReducePrompt,
  writeRepairPrompt,
  writeShortenPrompt,
  writeSummaryPrompt,
} from './prompts.ts';

/** The language model of a `SummaryWriter`, and its callbacks. */
export interface SummaryWriterOptions {
  readonly llm: Pick<LlmClient, 'complete'>;
  readonly signal: AbortSignal;
  /** Counts tokens of a text, roughly. */
  readonly estimateTokens: (text: string) => number;
  /** Called after each completion with the completed fraction of those of `draft`, 0..1. */
  readonly onProgress: (fraction: number) => void;
}

/** Rounds of joining summaries of parts; two are enough for hundreds of parts. */
const reduceRoundsMax = 3;
/** Sentences of the summary of a part. */
const partSentences = 6;
/** Longest output that is read, in UTF-16 code units; a model that repeats itself may generate far more. */
const outputLengthMax = 20_000;
/** Sentences of an output that are read. */
const outputSentencesMax = 40;
/** Share of the length limit to ask for, since models exceed it. */
const lengthShare = 0.9;

/** Writes summaries by a language model, and accounts its tokens. */
export class SummaryWriter {
  readonly #options: SummaryWriterOptions;
  #usage: TokenUsage = noTokenUsage;

  constructor(options: SummaryWriterOptions) {
    this.#options = options;
  }

  /** Tokens of all completions so far. */
  get usage(): TokenUsage {
    return this.#usage;
  }

  /**
   * Writes a summary of the chunks of a text: at once if there is one, else of each chunk, then of groups of their
   * summaries until one is left.
   *
   * @param chunkTokens tokens of summaries that are joined at once
   * @returns its sentences
   * @throws LlmError; the signal's reason when aborted
   */
  async draft(
    chunks: readonly string[],
    title: string,
    style: SummaryStyle,
    chunkTokens: number,
  ): Promise<string[]> {
    const asked = { ...style, lengthMax: askedLength(style.lengthMax) };
    const [only] = chunks;
    if (only !== undefined && chunks.length === 1) {
      const sentences = await this.#write(writeSummaryPrompt(only, title, asked), style.language);
      this.#options.onProgress(1);
      return sentences;
    }
    const partStyle = { language: style.language, sentenceCount: partSentences, lengthMax: undefined };
    let completed = 0;
    let parts = await this.#writeAll(
      chunks.map((chunk, index) =>
        writeSummaryPrompt(chunk, title, partStyle, `part ${index + 1} of ${chunks.length} of a long text`),
      ),
      style.language,
      () => this.#options.onProgress(++completed / (chunks.length + 1)),
    );
    for (let round = 0; round < reduceRoundsMax; round++) {
      const groups = this.#group(parts, chunkTokens);
      if (groups.length === 1) break;
      parts = await this.#writeAll(
        groups.map((group) => writeReducePrompt(group, partStyle)),
        style.language,
      );
    }
    const sentences = await this.#write(writeReducePrompt(parts, asked), style.language);
    this.#options.onProgress(1);
    return sentences;
  }

  /** Writes a shorter summary. */
  shorten(sentences: readonly string[], style: SummaryStyle): Promise<string[]> {
    const summary = sentences.join(sentenceSeparator(style.language));
    const asked = { ...style, lengthMax: askedLength(style.lengthMax) };
    return this.#write(writeShortenPrompt(summary, asked), style.language);
  }

  /**
   * Corrects sentences.
   *
   * @returns one list of sentences for each, empty for those that could not be corrected
   */
  async repair(sentences: readonly SentenceToRepair[], language: string): Promise<string[][]> {
    const { text } = await this.#complete(writeRepairPrompt(sentences, language));
    const corrected = extractStringArray(text) ?? readNumberedLines(text);
    if (corrected?.length !== sentences.length) return sentences.map(() => []);
    return corrected.map((each) => readOutput(each, language, false));
  }

  async #writeAll(prompts: readonly Prompt[], language: string, onDone = () => {}): Promise<string[]> {
    // The client limits how many of these are sent at the same time. After a failure the others are stopped.
    const stop = new AbortController();
    const signal = AbortSignal.any([this.#options.signal, stop.signal]);
    try {
      return await Promise.all(
        prompts.map(async (prompt) => {
          const sentences = await this.#write(prompt, language, signal);
          onDone();
          return sentences.join(sentenceSeparator(language));
        }),
      );
    } finally {
      stop.abort();
    }
  }

  async #write(prompt: Prompt, language: string, signal = this.#options.signal): Promise<string[]> {
    const { text, isCutOff } = await this.#complete(prompt, signal);
    return readOutput(text, language, isCutOff);
  }

  async #complete({ system, user }: Prompt, signal = this.#options.signal): Promise<Completion> {
    const completion = await this.#options.llm.complete({ system, user, signal });
    this.#usage = addTokenUsage(this.#usage, completion.usage);
    return completion;
  }

  #group(parts: readonly string[], tokensMax: number): string[][] {
    const groups: string[][] = [];
    let filled = Number.POSITIVE_INFINITY;
    for (const part of parts) {
      const tokens = this.#options.estimateTokens(part);
      if (filled + tokens > tokensMax) {
        groups.push([]);
        filled = 0;
      }
      groups.at(-1)?.push(part);
      filled += tokens;
    }
    // Groups of one would not get fewer.
    return groups.length === parts.length ? [[...parts]] : groups;
  }
}

/** Cleans the part of an output that is read. */
function readOutput(text: string, language: string, isCutOff: boolean): string[] {
  const isLonger = text.length > outputLengthMax;
  const read = isLonger ? text.slice(0, codePointStart(text, outputLengthMax)) : text;
  return cleanOutput(read, language, isCutOff || isLonger).slice(0, outputSentencesMax);
}

function askedLength(lengthMax: number | undefined): number | undefined {
  return lengthMax === undefined ? undefined : Math.max(1, Math.floor(lengthMax * lengthShare));
}

/** Reads lines such as `2. Text`, which some models write instead of JSON. */
function readNumberedLines(text: string): string[] | undefined {
  const lines = [...text.matchAll(/^\s*(\d{1,2})[.):]\s*(.*)$/gm)];
  if (lines.some((line, index) => Number(line[1]) !== index + 1)) return undefined;
  return lines.map((line) => line[2] ?? '');
}
