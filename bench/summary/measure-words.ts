import { summarizeText } from '@quern/summary/extractive/summarize-text';
import { median } from '../../eval/metrics/statistics.ts';
import { splitWords } from '../../eval/metrics/word-f1.ts';
import type { ReferenceText } from '../../eval/summary/sets/summary-sets.ts';
import { cpuMsOfAsync } from '../cpu-time.ts';
import { readAndSplit } from './read-and-split.ts';

const warmUpRounds = 3;
const measuredRounds = 7;

/** CPU time per 1,000 words, in milliseconds: medians of rounds over all texts. */
export interface WordCosts {
  readonly texts: number;
  readonly words: number;
  /** A whole summary of the usual length. */
  readonly summarizeMs: number;
  /** Finding the blocks of the same texts and nothing else, in the same rounds. */
  readonly readMs: number;
  /** Splitting the blocks into sentences and nothing else, in the same rounds. */
  readonly splitMs: number;
  /** Summarizing beyond reading the blocks and splitting the sentences. */
  readonly beyondSplittingMs: number;
  /** Of summarizing to splitting. */
  readonly ratio: number;
}

/** Measures short and long texts in turns, in a process that has summarized them before. */
export async function measureWords(texts: readonly ReferenceText[]): Promise<WordCosts> {
  const words = texts.reduce((sum, { text }) => sum + splitWords(text).length, 0);
  const rounds: { summarizeMs: number; readMs: number; splitMs: number; beyondSplittingMs: number }[] = [];
  for (let round = 0; round < warmUpRounds + measuredRounds; round++) {
    const { readMs, splitMs } = readAndSplit(texts);
    const summarizeMs = await cpuMsOfAsync(async () => {
      for (const { text, language } of texts) await summarizeText({ text, language });
    });
    if (round >= warmUpRounds)
      rounds.push({ summarizeMs, readMs, splitMs, beyondSplittingMs: summarizeMs - readMs - splitMs });
  }
  const perThousand = (name: keyof (typeof rounds)[number]) =>
    (1000 * median(rounds.map((round) => round[name]))) / words;
  const [summarizeMs, splitMs] = [perThousand('summarizeMs'), perThousand('splitMs')];
  return {
    texts: texts.length,
    words,
    summarizeMs,
    readMs: perThousand('readMs'),
    splitMs,
    beyondSplittingMs: perThousand('beyondSplittingMs'),
    ratio: summarizeMs / splitMs,
  };
}
