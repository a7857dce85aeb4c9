import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import type { MapMeasurement } from './map-process.ts';

/**
 * What mapping costs: 500 pages of 30 ms latency beside a bare client, sitemaps of 50,000 addresses, of 50 MB and of
 * 240,000 addresses (with a search as well), a page of 60,000 links. Each in a fresh process, in rounds taken in turn; medians count.
 */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const execArgv = ['--conditions=source', '--expose-gc'];
const cases = {
  pages: { mode: 'crawl', host: 'pages.test', expected: 500 },
  sitemap50k: { mode: 'sitemap', host: 'many.test', expected: 50_001 },
  sitemap50mb: { mode: 'sitemap', host: 'large.test', expected: 50_001 },
  sitemap240k: { mode: 'sitemap', host: 'crowded.test', expected: 240_001 },
  searched240k: { mode: 'search', host: 'crowded.test', expected: 120_000 },
  links60k: { mode: 'crawl', host: 'links.test', expected: 60_001 },
};
type CaseName = keyof typeof cases;

const server = fork(join(import.meta.dirname, 'site-server.ts'), { execArgv });
const [{ port }] = (await once(server, 'message')) as [{ port: number }];

async function inFreshProcess<Result>(mode: string, host: string): Promise<Result> {
  const child = fork(join(import.meta.dirname, 'map-process.ts'), [mode, host, String(port)], { execArgv });
  const [result] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the map of ${host} ended with ${code}`))),
  ])) as [Result];
  return result;
}

const bare: number[] = [];
const measured = Object.fromEntries(Object.keys(cases).map((name) => [name, []])) as unknown as Record<
  CaseName,
  MapMeasurement[]
>;
for (let round = 0; round < rounds; round++) {
  bare.push((await inFreshProcess<{ seconds: number }>('bare', cases.pages.host)).seconds);
  for (const name of Object.keys(cases) as CaseName[]) {
    measured[name].push(await inFreshProcess<MapMeasurement>(cases[name].mode, cases[name].host));
  }
}
server.disconnect();

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const rounded = (value: number): number => Number(value.toFixed(3));

const results = Object.fromEntries(
  Object.entries(measured).map(([name, list]) => {
    const of = (field: keyof MapMeasurement) => rounded(median(list.map((item) => item[field])));
    const { expected } = cases[name as CaseName];
    return [
      name,
      {
        seconds: of('seconds'),
        cpuSeconds: of('cpuSeconds'),
        found: of('found'),
        recall: rounded(Math.min(1, of('found') / expected)),
        memoryAboveIdleMb: of('memoryAboveIdleMb'),
        loopHeldMs: of('loopHeldMs'),
        loopHeldCpuMs: of('loopHeldCpuMs'),
      },
    ];
  }),
);
const bareSeconds = rounded(median(bare));
const ratioToBare = rounded(median(measured.pages.map((item, round) => item.seconds / (bare[round] ?? 1))));
const report = {
  date: new Date().toISOString().slice(0, 10),
  machine: {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    node: process.version,
    load: rounded(loadavg()[0] ?? 0),
  },
  rounds,
  bareSeconds,
  ratioToBare,
  results,
};

console.log(`500 pages of 30 ms by 8 connections: ${ratioToBare} times a bare client's ${bareSeconds} s`);
console.table(results);
const folder = join(import.meta.dirname, '../results');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'map.json'), `${JSON.stringify(report, null, 2)}\n`);
