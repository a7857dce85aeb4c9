/**
 * Renders pages of a local site in one browser: pages per second, failures and the browser's memory over time. Every tenth
 * page fetches its data, the others write their text by script. The browser is not replaced in between, so that a leak
 * would show. In the same run: the same pages in a browser without anything of ours, an upper bound on this machine.
 *
 *     npm run bench:render [-- PAGES CONCURRENT_PAGES]
 */
import { createTestRenderer } from '@quern/testing/browser/test-browser';
import { numberedPage, scriptPages } from '@quern/testing/web/script-pages';
import { serveSite } from '@quern/testing/web/serve-site';
import { quantile } from '../../eval/metrics/statistics.ts';
import { describeRun, writeBenchResult } from '../write-bench-result.ts';
import { measureBareBrowser } from './measure-bare-browser.ts';

const [pageCount = 500, concurrentPages = 4] = process.argv.slice(2).map(Number);
const timeLimitMs = 20 * 60_000;
const sampleCount = 10;
/** Pages rendered in the bare browser. */
const barePages = 100;

type Renderer = ReturnType<typeof createTestRenderer>;

const round = (value: number, decimals: number): number => Number(value.toFixed(decimals));
const megabytes = (bytes: number): number => round(bytes / 1e6, 1);
const fetchesData = (number: number): boolean => number % 10 === 0;
const pathOf = (number: number): string => (fetchesData(number) ? '/app' : `/story/${number}`);

async function sampleMemory(renderer: Renderer, pages: number) {
  const { memoryBytes, pids } = await renderer.stats();
  const sample = {
    pages,
    browserMb: megabytes(memoryBytes),
    ownMb: megabytes(process.memoryUsage().rss),
    processes: pids.length,
  };
  console.log(sample);
  return sample;
}

/** Renders one page. @throws Error when its text is missing */
async function renderPage(renderer: Renderer, origin: string, number: number): Promise<void> {
  const { html } = await renderer.render({ url: `${origin}${pathOf(number)}` });
  const expected = fetchesData(number) ? 'The mill' : `Story number ${number}<`;
  if (!html.includes(expected)) throw new Error(`page ${number} lacks its text`);
}

async function renderAll(renderer: Renderer, origin: string) {
  const durationsMs: number[] = [];
  const samples = [await sampleMemory(renderer, 1)];
  const startedAt = performance.now();
  const batch = Math.ceil(pageCount / sampleCount);
  let next = 1;
  let failures = 0;
  const renderUntil = async (end: number): Promise<void> => {
    while (next < end) {
      const number = next++;
      const pageStartedAt = performance.now();
      try {
        await renderPage(renderer, origin, number);
      } catch (error) {
        failures += 1;
        console.error(String(error));
      }
      durationsMs.push(performance.now() - pageStartedAt);
    }
  };
  for (let from = 1; from < pageCount && performance.now() - startedAt < timeLimitMs; from += batch) {
    const end = Math.min(pageCount, from + batch);
    await Promise.all(Array.from({ length: concurrentPages }, () => renderUntil(end)));
    samples.push(await sampleMemory(renderer, end));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  return { durationsMs, samples, failures, seconds };
}

async function main(): Promise<void> {
  const site = await serveSite((path) => {
    const number = /^\/story\/(\d+)$/.exec(path)?.[1];
    return number === undefined ? scriptPages[path] : numberedPage(Number(number));
  });
  const renderer = createTestRenderer({
    concurrentPagesMax: concurrentPages,
    pagesPerBrowser: pageCount + 100,
  });
  const bareUrls = Array.from({ length: barePages }, (_, index) => `${site.origin}${pathOf(index + 1)}`);
  const bare = await measureBareBrowser(bareUrls, concurrentPages);
  const coldStartedAt = performance.now();
  await renderer.render({ url: `${site.origin}/story/0` });
  const firstPageMs = Math.round(performance.now() - coldStartedAt);
  const { durationsMs, samples, failures, seconds } = await renderAll(renderer, site.origin);
  const { launches } = await renderer.stats();
  await renderer.close();
  await site.close();
  const result = {
    ...describeRun(),
    pages: durationsMs.length + 1,
    concurrentPages,
    failures,
    launches,
    firstPageMs,
    seconds: round(seconds, 1),
    pagesPerSecond: round(durationsMs.length / seconds, 2),
    bareBrowser: bare,
    shareOfBareBrowser: round(durationsMs.length / seconds / bare.pagesPerSecond, 3),
    pageMs: {
      median: Math.round(quantile(durationsMs, 0.5)),
      p95: Math.round(quantile(durationsMs, 0.95)),
      slowest: Math.round(Math.max(...durationsMs)),
    },
    samples,
  };
  console.log(result);
  writeBenchResult('render', result);
}

await main();
