/**
 * Measures the speed and memory of extractive summaries: CPU time per 1,000 words, with the shares of reading blocks and
 * splitting sentences, next to TextRank and LexRank of sumy on the same texts (`--python`); and texts of 100,000 and
 * 1,000,000 characters, each in a fresh process.
 *
 *     npm run bench:summary -- [--python PATH]
 *
 * `--python` names an interpreter that has `eval/summary/systems/requirements.txt`.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { splitSentences } from '@quern/text/sentences/split-sentences';
import { z } from 'zod';
import { DataFiles } from '../../eval/data/data-files.ts';
import { type ReferenceText, readSummaryTexts } from '../../eval/summary/sets/summary-sets.ts';
import { describeRun, writeBenchResult } from '../write-bench-result.ts';
import { measureWords } from './measure-words.ts';
import type { SummarizeFileReport } from './summarize-file.ts';

const run = promisify(execFile);
const sizes = [100_000, 1_000_000] as const;
/** Of each, the report with the least CPU time counts: others had to share the cores. */
const attempts = 3;
const sumySchema = z.object({ textrank: z.number(), lexrank: z.number(), version: z.string() });

const round = (value: number): number => Number(value.toPrecision(3));
const roundAll = (values: object): object =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' && !Number.isInteger(value) ? round(value) : value,
    ]),
  );

/** Texts of six kinds, one after the other. */
function readTexts(data: DataFiles): ReferenceText[] {
  const files = [
    'cnndm.dev',
    'orangesum-fr.dev',
    'klexikon-de.dev',
    'proposals.dev',
    'qmsum-parts.dev',
    'sumpubmed.dev',
  ];
  return files.flatMap((file) => readSummaryTexts(data, `summary/${file}`).slice(0, 20));
}

/** Repeats texts up to a size. */
function repeatTexts(texts: readonly string[], separator: string, size: number): string {
  let text = '';
  for (let index = 0; text.length < size; index++) text += `${texts[index % texts.length]}${separator}`;
  return text.slice(0, size);
}

/** Long texts of different forms, as functions of their size. */
function makeLongTexts(texts: readonly ReferenceText[]): Record<string, (size: number) => string> {
  const english = texts.filter(({ language }) => language === 'en').map(({ text }) => text);
  const meetings = texts.filter(({ genre }) => genre.startsWith('part of a meeting')).map(({ text }) => text);
  return {
    paragraphs: (size) => repeatTexts(english, '\n\n', size),
    oneParagraph: (size) => repeatTexts(english, ' ', size).replaceAll(/\s+/g, ' '),
    turns: (size) => repeatTexts(meetings, '\n', size),
  };
}

async function summarizeFile(file: string): Promise<SummarizeFileReport> {
  const script = join(import.meta.dirname, 'summarize-file.ts');
  let best: SummarizeFileReport | undefined;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { stdout } = await run(process.execPath, [
      '--conditions=source',
      '--expose-gc',
      script,
      file,
      'en',
    ]);
    const report = JSON.parse(stdout) as SummarizeFileReport;
    if (best === undefined || report.cpuSeconds < best.cpuSeconds) best = report;
  }
  if (best === undefined) throw new Error('nothing was measured');
  return best;
}

async function measureLongTexts(texts: readonly ReferenceText[], folder: string) {
  const results: Record<string, unknown> = {};
  for (const [form, make] of Object.entries(makeLongTexts(texts))) {
    const reports: SummarizeFileReport[] = [];
    for (const size of sizes) {
      const file = join(folder, `${form}-${size}.txt`);
      writeFileSync(file, make(size));
      reports.push(await summarizeFile(file));
    }
    const [small, large] = reports;
    if (small === undefined || large === undefined) throw new Error('nothing was measured');
    results[form] = {
      small: roundAll(small),
      large: roundAll(large),
      /** CPU time of the ten times longer text, over ten times that of the other one: 1 is linear. */
      growth: round(large.cpuSeconds / small.cpuSeconds / (large.characters / small.characters)),
      ratioToSplitting: round(large.cpuSeconds / large.splitCpuSeconds),
    };
    console.log(form, results[form]);
  }
  return results;
}

/** Milliseconds of CPU per 1,000 words of sumy's ranking. */
function measureSumy(python: string, texts: readonly ReferenceText[], words: number): object {
  const lines = texts.map(({ text, language }) =>
    JSON.stringify({ language, sentences: splitSentences(text, language).map((sentence) => sentence.text) }),
  );
  const output = execFileSync(python, [join(import.meta.dirname, 'measure_sumy.py')], {
    input: lines.join('\n'),
    encoding: 'utf8',
    env: { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' },
  });
  const { textrank, lexrank, version } = sumySchema.parse(JSON.parse(output));
  const perThousand = (ms: number) => round((1000 * ms) / words);
  return { textRankMs: perThousand(textrank), lexRankMs: perThousand(lexrank), version };
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { python: { type: 'string' } } });
  const texts = readTexts(new DataFiles());
  const words = await measureWords(texts);
  console.log('per 1,000 words', words);
  const sumy = values.python === undefined ? undefined : measureSumy(values.python, texts, words.words);
  if (sumy !== undefined) console.log('sumy', sumy);
  const folder = mkdtempSync(join(tmpdir(), 'quern-bench-summary-'));
  try {
    const longTexts = await measureLongTexts(texts, folder);
    writeBenchResult('summary', { ...describeRun(), perThousandWords: roundAll(words), sumy, longTexts });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
