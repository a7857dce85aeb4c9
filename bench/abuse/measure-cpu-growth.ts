import { readDocument } from '@quern/documents/read-document';
import type { HostileGenerator } from '@quern/testing/hostile-input/hostile-generator';
import { recognizeHostileImage } from '@quern/testing/hostile-input/image-generators';
import { readHostileSitemap } from '@quern/testing/hostile-input/sitemap-generators';
import { engineTasks } from '../../apps/server/src/engines/engine-tasks.ts';
import { runTextEngines } from './run-text-engines.ts';

/** What became of one run: `ok`, or the code of the error. */
export interface MeasuredRun {
  readonly bytes: number;
  readonly cpuMs: number;
  readonly outcome: string;
}

export interface CpuGrowth {
  /** At half the size, the size and twice the size. */
  readonly runs: readonly [MeasuredRun, MeasuredRun, MeasuredRun];
  /** How CPU time grows when the size doubles: the geometric mean of the two doublings. */
  readonly ratio: number;
}

/** Feeds an input to the engine of its kind. @throws the engine's error */
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

/** What an engine thread does for a page. */
async function convertPage(body: Uint8Array, contentType: string): Promise<void> {
  const resource = { url: 'https://a.example/page', charset: 'utf-8', status: 200, headers: {} };
  await engineTasks.analyzeResource({ ...resource, contentType, body });
}

/** Runs one input once. @throws an error that has no `code`: a crash, not a refusal */
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
 * The least CPU time of several runs at half the size, the size and twice the size: three sizes, because one doubling
 * may cross a limit of a cache or of the garbage collector.
 */
export async function measureCpuGrowth(generator: HostileGenerator, attempts = 2): Promise<CpuGrowth> {
  const { kind, size } = generator;
  const at = async (factor: number): Promise<MeasuredRun> =>
    best(generator, await generator.generate(Math.max(1, Math.round(size * factor))), attempts);
  await runInput(kind, await generator.generate(Math.max(1, Math.round(size / 10))));
  const runs = [await at(0.5), await at(1), await at(2)] as const;
  return { runs, ratio: Math.sqrt(runs[2].cpuMs / runs[0].cpuMs) };
}

async function best(
  generator: HostileGenerator,
  input: Uint8Array | string,
  runs: number,
): Promise<MeasuredRun> {
  let least = await runInput(generator.kind, input);
  for (let run = 1; run < runs; run++) {
    const next = await runInput(generator.kind, input);
    if (next.cpuMs < least.cpuMs) least = next;
  }
  return least;
}
