import { readDocument } from '@quern/documents/read-document';
import type { HostileGenerator } from '@quern/testing/hostile-input/generator/hostile-generator';
import { readHostileSitemap } from '@quern/testing/hostile-input/read-hostile-sitemap';
import { recognizeHostileImage } from '@quern/testing/hostile-input/recognize-hostile-image';
import { engineTasks } from '../../apps/server/src/engines/engine-tasks.ts';
import { runTextEngines } from './run-text-engines.ts';

/** One run of an engine. */
export interface MeasuredRun {
  /** Length of the input. */
  readonly bytes: number;
  readonly cpuMs: number;
  /** `ok`, or the code of the error. */
  readonly outcome: string;
}

/** CPU time at three sizes. */
export interface CpuGrowth {
  /** At half the size, the size and twice the size. */
  readonly runs: readonly [MeasuredRun, MeasuredRun, MeasuredRun];
  /** Factor by which CPU time grows when the size doubles: the geometric mean of the two doublings. */
  readonly ratio: number;
}

/** Runs the engine of a kind of input. @throws the engine's error */
async function convert(kind: HostileGenerator['kind'], bytes: Uint8Array): Promise<void> {
  switch (kind) {
    case 'pdf':
    case 'docx':
      await readDocument(bytes);
      return;
    case 'text':
      return runTextEngines(Buffer.from(bytes).toString());
    case 'sitemap':
      await readHostileSitemap(bytes);
      return;
    case 'image':
      await recognizeHostileImage(bytes);
      return;
    case 'html':
    case 'feed':
      await convertPage(bytes, kind === 'html' ? 'text/html' : 'application/rss+xml');
  }
}

/** Converts a page as an engine thread does. */
async function convertPage(body: Uint8Array, contentType: string): Promise<void> {
  const resource = { url: 'https://a.example/page', charset: 'utf-8', status: 200, headers: {} };
  await engineTasks.analyzeResource({ ...resource, contentType, body });
}

/**
 * Runs an engine once.
 *
 * @throws an error without a `code`: the engine crashed instead of refusing the input
 */
export async function runInput(
  kind: HostileGenerator['kind'],
  input: Uint8Array | string,
): Promise<MeasuredRun> {
  const bytes = typeof input === 'string' ? Buffer.from(input) : input;
  const before = process.cpuUsage();
  let outcome = 'ok';
  try {
    await convert(kind, bytes);
  } catch (error) {
    if (!(error instanceof Error && error.name.endsWith('Error') && 'code' in error)) throw error;
    outcome = String(error.code);
  }
  const { user, system } = process.cpuUsage(before);
  return { bytes: bytes.length, cpuMs: (user + system) / 1000, outcome };
}

/**
 * Measures the smallest CPU time of several runs at half the size, the size and twice the size. Three sizes, because one
 * doubling may cross the limit of a cache or of the garbage collector.
 */
export async function measureCpuGrowth(generator: HostileGenerator, attempts = 2): Promise<CpuGrowth> {
  const { kind, size } = generator;
  const measureAt = async (factor: number): Promise<MeasuredRun> =>
    fastestRun(generator, await generator.generate(Math.max(1, Math.round(size * factor))), attempts);
  await runInput(kind, await generator.generate(Math.max(1, Math.round(size / 10))));
  const runs = [await measureAt(0.5), await measureAt(1), await measureAt(2)] as const;
  return { runs, ratio: Math.sqrt(runs[2].cpuMs / runs[0].cpuMs) };
}

async function fastestRun(
  generator: HostileGenerator,
  input: Uint8Array | string,
  attempts: number,
): Promise<MeasuredRun> {
  let fastest = await runInput(generator.kind, input);
  for (let attempt = 1; attempt < attempts; attempt++) {
    const run = await runInput(generator.kind, input);
    if (run.cpuMs < fastest.cpuMs) fastest = run;
  }
  return fastest;
}
