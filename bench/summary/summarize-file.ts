/**
 * Summarizes a text file in a fresh process and prints a `SummarizeFileReport`.
 *
 *     node --conditions=source --expose-gc bench/summary/summarize-file.ts FILE LANGUAGE
 */
import { readFileSync } from 'node:fs';
import { summarizeText } from '@quern/summary/extractive/summarize-text';
import { splitSentences } from '@quern/text/sentences/split-sentences';
import { residentMb } from '../resident-memory.ts';

/** Time and memory of one summary. */
export interface SummarizeFileReport {
  readonly characters: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** CPU time of splitting the same text into sentences and nothing else. */
  readonly splitCpuSeconds: number;
  /** Highest resident memory above that before the first summary of the text, in MiB. */
  readonly peakAboveIdleMb: number;
  /** Highest resident memory of the process, in MiB. */
  readonly peakMb: number;
  readonly sentences: number;
}

const [file = '', language = 'en'] = process.argv.slice(2);
const text = readFileSync(file, 'utf8');
/** Enough for the compiler to have optimized the code, and too little to raise the peak of memory. */
const warmUpText = text.slice(0, 20_000);
const warmUps = 5;

/** Seconds of CPU time since an earlier measurement. */
function cpuSecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

for (let round = 0; round < warmUps; round++) {
  await summarizeText({ text: warmUpText, language });
  splitSentences(warmUpText, language);
}
globalThis.gc?.();
const idleMb = residentMb('self');
const before = process.cpuUsage();
const start = performance.now();
const { sentences } = await summarizeText({ text, language });
const seconds = (performance.now() - start) / 1000;
const cpuSeconds = cpuSecondsSince(before);
const peakMb = process.resourceUsage().maxRSS / 1024;
const beforeSplit = process.cpuUsage();
splitSentences(text, language);
const report: SummarizeFileReport = {
  characters: text.length,
  seconds,
  cpuSeconds,
  splitCpuSeconds: cpuSecondsSince(beforeSplit),
  peakAboveIdleMb: Math.max(0, peakMb - idleMb),
  peakMb,
  sentences: sentences.length,
};
console.log(JSON.stringify(report));
