/**
 * Summarizes a text file in a fresh process and prints a `SummarizeFileReport`.
 *
 *     node --conditions=source --expose-gc bench/summary/summarize-file.ts FILE LANGUAGE
 */
import { readFileSync } from 'node:fs';
import { summarizeText } from '@quern/summary/extractive/summarize-text';
import { cpuMsOfAsync } from '../cpu-time.ts';
import { residentMb } from '../resident-memory.ts';
import { readAndSplit } from './read-and-split.ts';

/** Time and memory of one summary. */
export interface SummarizeFileReport {
  readonly characters: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** CPU time of finding the blocks of the same text and nothing else. */
  readonly readCpuSeconds: number;
  /** CPU time of splitting the blocks into sentences and nothing else. */
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

for (let round = 0; round < warmUps; round++) {
  await summarizeText({ text: warmUpText, language });
  readAndSplit([{ text: warmUpText, language }]);
}
globalThis.gc?.();
const idleMb = residentMb('self');
const start = performance.now();
let sentences = 0;
const cpuMs = await cpuMsOfAsync(async () => {
  sentences = (await summarizeText({ text, language })).sentences.length;
});
const seconds = (performance.now() - start) / 1000;
const peakMb = process.resourceUsage().maxRSS / 1024;
const { readMs, splitMs } = readAndSplit([{ text, language }]);
const report: SummarizeFileReport = {
  characters: text.length,
  seconds,
  cpuSeconds: cpuMs / 1000,
  readCpuSeconds: readMs / 1000,
  splitCpuSeconds: splitMs / 1000,
  peakAboveIdleMb: Math.max(0, peakMb - idleMb),
  peakMb,
  sentences,
};
console.log(JSON.stringify(report));
