/**
 * Measures the time and memory of site maps: 500 pages of 30 ms latency next to a bare client, sitemaps of 50,000 URLs,
 * of 50 MB and of 240,000 URLs (also with a search), and a page of 60,000 links. Each map runs in a fresh process, in
 * rounds taken in turns; the result has the medians.
 *
 *     npm run bench:map
 *
 * BENCH_ROUNDS sets the number of rounds (3).
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { median } from '../../eval/metrics/statistics.ts';
import { describeRun, writeBenchResult } from '../write-bench-result.ts';
import type { MapMeasurement } from './map-process.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const execArgv = ['--conditions=source', '--expose-gc'];

/** The maps to measure: how the site is mapped, and the host of site-server.ts. */
const cases = {
  pages: { mode: 'crawl', host: 'pages.test' },
  sitemap50k: { mode: 'sitemap', host: 'many.test' },
  sitemap50mb: { mode: 'sitemap', host: 'large.test' },
  sitemap240k: { mode: 'sitemap', host: 'crowded.test' },
  searched240k: { mode: 'search', host: 'crowded.test' },
  links60k: { mode: 'crawl', host: 'links.test' },
} as const;
type CaseName = keyof typeof cases;

const measuredFields = [
  'seconds',
  'cpuSeconds',
  'found',
  'memoryAboveIdleMb',
  'loopHeldMs',
  'loopHeldCpuMs',
] as const satisfies readonly (keyof MapMeasurement)[];

const round = (value: number): number => Number(value.toFixed(3));

async function startSiteServer(): Promise<{ server: ChildProcess; port: number }> {
  const server = fork(join(import.meta.dirname, 'site-server.ts'), { execArgv });
  const [{ port }] = (await once(server, 'message')) as [{ port: number }];
  return { server, port };
}

async function runInFreshProcess<Result>(mode: string, host: string, port: number): Promise<Result> {
  const child = fork(join(import.meta.dirname, 'map-process.ts'), [mode, host, String(port)], { execArgv });
  const failure = once(child, 'exit').then(([code]) => {
    throw new Error(`the map of ${host} exited with ${code}`);
  });
  const [result] = (await Promise.race([once(child, 'message'), failure])) as [Result];
  return result;
}

async function main(): Promise<void> {
  const { server, port } = await startSiteServer();
  const bareSeconds: number[] = [];
  const measured = new Map<CaseName, MapMeasurement[]>();
  for (let index = 0; index < rounds; index++) {
    const bare = await runInFreshProcess<{ seconds: number }>('bare', cases.pages.host, port);
    bareSeconds.push(bare.seconds);
    for (const [name, { mode, host }] of Object.entries(cases) as [CaseName, (typeof cases)[CaseName]][]) {
      const measurement = await runInFreshProcess<MapMeasurement>(mode, host, port);
      measured.set(name, [...(measured.get(name) ?? []), measurement]);
    }
  }
  server.disconnect();
  const results = Object.fromEntries(
    [...measured].map(([name, list]) => [
      name,
      Object.fromEntries(
        measuredFields.map((field) => [field, round(median(list.map((item) => item[field])))]),
      ),
    ]),
  );
  const ratios = (measured.get('pages') ?? []).map((item, index) => item.seconds / (bareSeconds[index] ?? 1));
  const report = {
    ...describeRun(),
    rounds,
    bareSeconds: round(median(bareSeconds)),
    ratioToBare: round(median(ratios)),
    results,
  };
  console.log(`500 pages: ${report.ratioToBare} times the ${report.bareSeconds} s of the bare client`);
  console.table(results);
  writeBenchResult('map', report);
}

await main();
