import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { createTestRenderer } from '@quern/testing/browser/test-browser';
import { numberedPage, scriptPages } from '@quern/testing/web/script-pages';
import { serveSite } from '@quern/testing/web/serve-site';

/**
 * Renders pages of a local test web in one browser, and says how fast that went and whether memory stayed:
 * `node --conditions=source bench/render/run.ts [pages] [at once]`. Every tenth page is one with data that it
 * fetches, the others write their text. The browser is not replaced on the way, so that a leak would show.
 */
const pages = Number(process.argv[2] ?? 500);
const atOnce = Number(process.argv[3] ?? 4);
const limitMs = 20 * 60_000;

const site = await serveSite((path) => {
  const number = /^\/story\/(\d+)$/.exec(path)?.[1];
  return number === undefined ? scriptPages[path] : numberedPage(Number(number));
});
const renderer = createTestRenderer({ concurrentPagesMax: atOnce, pagesPerBrowser: pages + 100 });
const megabytes = (bytes: number): number => Math.round(bytes / 1e5) / 10;
const own = (): number => process.memoryUsage().rss;

const pathOf = (number: number): string => (number % 10 === 0 ? '/app' : `/story/${number}`);
const samples: { pages: number; browserMb: number; ownMb: number; processes: number }[] = [];
const sample = async (count: number): Promise<void> => {
  const { memoryBytes, pids } = await renderer.stats();
  samples.push({
    pages: count,
    browserMb: megabytes(memoryBytes),
    ownMb: megabytes(own()),
    processes: pids.length,
  });
  console.log(samples.at(-1));
};

const coldAt = performance.now();
await renderer.render({ url: `${site.origin}/story/0` });
const firstMs = performance.now() - coldAt;
const times: number[] = [];
let next = 1;
let failures = 0;
await sample(1);
const startedAt = performance.now();
const batch = Math.ceil(pages / 10);
for (let from = 1; from < pages && performance.now() - startedAt < limitMs; from += batch) {
  const until = Math.min(pages, from + batch);
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < until) {
        const number = next++;
        const at = performance.now();
        try {
          const { html } = await renderer.render({ url: `${site.origin}${pathOf(number)}` });
          const expected = number % 10 === 0 ? 'The mill' : `Story number ${number}<`;
          if (!html.includes(expected)) throw new Error(`page ${number} lacks its text`);
        } catch (error) {
          failures += 1;
          console.error(String(error));
        }
        times.push(performance.now() - at);
      }
    }),
  );
  await sample(until);
}
const seconds = (performance.now() - startedAt) / 1000;
times.sort((a, b) => a - b);
const quantile = (share: number): number => Math.round(times[Math.floor(times.length * share)] ?? 0);
const { launches } = await renderer.stats();
const result = {
  what: 'pages of a local test web rendered in one Chromium; memory is anonymous memory of all its processes',
  cores: availableParallelism(),
  loadAverage: loadavg()[0],
  pages: times.length + 1,
  atOnce,
  failures,
  launches,
  firstPageMs: Math.round(firstMs),
  seconds: Math.round(seconds * 10) / 10,
  pagesPerSecond: Math.round((times.length / seconds) * 100) / 100,
  pageMs: { median: quantile(0.5), p95: quantile(0.95), slowest: quantile(0.9999) },
  samples,
};
await renderer.close();
await site.close();
console.log(result);
writeFileSync(
  join(import.meta.dirname, '../results/render.json'),
  `${JSON.stringify(result, undefined, 2)}\n`,
);
