import { summarizeText } from '@quern/summary/extractive/summarize-text';
import { splitSentences } from '@quern/text/sentences/split-sentences';
import { median } from '../../eval/metrics/statistics.ts';
import { splitWords } from '../../eval/metrics/word-f1.ts';
import type { ReferenceText } from '../../eval/summary/sets/summary-sets.ts';

const warmUpRounds = 3;
const measuredRounds = 7;

/** CPU time per 1,000 words, in milliseconds: medians of rounds over all texts. */
export interface WordCosts {
  readonly texts: number;
  readonly words: number;
  readonly summarizeMs: number;
  /** Splitting the same texts into sentences and nothing else, in the same rounds. */
  readonly splitMs: number;
  /** Summarizing beyond the splitting. */
  readonly beyondSplittingMs: number;
  /** Of summarizing to splitting. */
  readonly ratio: number;
}

/** Measures short and long texts in turns, in a process that has summarized them before. */
export async function measureWords(texts: readonly ReferenceText[]): Promise<WordCosts> {
  const words = texts.reduce((sum, { text }) => sum + splitWords(text).length, 0);
  const perThousand = (ms: number) => (1000 * ms) / words;
  const summarize: number[] = [];
  const split: number[] = [];
  for (let round = 0; round < warmUpRounds + measuredRounds; round++) {
    const splitMs = cpuMsOf(() => {
      for (const { text, language } of texts) splitSentences(text, language);
    });
    const before = process.cpuUsage();
    for (const { text, language } of texts) await summarizeText({ text, language });
    const summarizeMs = millisecondsSince(before);
    if (round < warmUpRounds) continue;
    split.push(perThousand(splitMs));
    summarize.push(perThousand(summarizeMs));
  }
  const [summarizeMs, splitMs] = [median(summarize), median(split)];
  return {
    texts: texts.length,
    words,
    summarizeMs,
    splitMs,
    beyondSplittingMs: summarizeMs - splitMs,
    ratio: summarizeMs / splitMs,
  };
}

function cpuMsOf(run: () => void): number {
  const before = process.cpuUsage();
  run();
  return millisecondsSince(before);
}

function millisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
