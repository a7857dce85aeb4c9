/**
 * Maps one site and sends the measurement to the parent process: `map-process.ts MODE HOST PORT`. MODE is `crawl`,
 * `sitemap`, `search` or `bare`, which fetches the pages without mapping them. Started by run.ts.
 */
import { Agent, get } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { mapSite } from '@quern/web/crawl/map/map-site';
import { createGuardedClient } from '@quern/web/fetch/guarded-client';

/** The cost of one map in a fresh process. */
export interface MapMeasurement {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Number of URLs found. */
  readonly found: number;
  /** Number of URLs in the result, which has a limit. */
  readonly listed: number;
  /** Highest resident memory during the map, minus that before it, in MiB. */
  readonly memoryAboveIdleMb: number;
  /** Longest delay of the event loop by the clock, and by the processor time of its thread. */
  readonly loopHeldMs: number;
  readonly loopHeldCpuMs: number;
}

const [mode = '', host = '', port = ''] = process.argv.slice(2);
const origin = `http://${host}:${port}`;
async function measure(): Promise<MapMeasurement> {
  const lookup = async () => [{ address: '127.0.0.1', family: 4 }];
  const now = () => Date.now();
  const web = createGuardedClient({ allow: ['127.0.0.1/32'], userAgent: 'Quern/0.1', now, lookup });
  const map = (url: string, limit: number) =>
    mapSite(
      {
        url,
        ignoreSitemap: false,
        includeSubdomains: false,
        limit,
        sitemapOnly: mode !== 'crawl',
        ...(mode === 'search' ? { search: 'article title' } : {}),
        enrichLinks: false,
      },
      {
        fetch: web.fetch,
        open: web.open,
        now,
        timeBudgetMs: 300_000,
        robots: 'obey',
        userAgent: 'Quern/0.1',
      },
    );
  // The first map loads modules, which is not part of the measurement.
  await map(`http://empty.test:${port}`, 1);
  globalThis.gc?.();
  const idle = process.memoryUsage.rss();
  let peak = idle;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 5);
  const iterations = watchLoopIterations();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const cpu = process.cpuUsage();
  const started = performance.now();
  const result = await map(origin, 5000);
  const seconds = (performance.now() - started) / 1000;
  const used = process.cpuUsage(cpu);
  delay.disable();
  clearInterval(sampling);
  await web.close();
  return {
    seconds,
    cpuSeconds: (used.user + used.system) / 1e6,
    found: result.total,
    listed: result.links.length,
    memoryAboveIdleMb: (Math.max(peak, process.memoryUsage.rss()) - idle) / 1024 ** 2,
    loopHeldMs: delay.max / 1e6,
    loopHeldCpuMs: iterations.stop(),
  };
}

/**
 * Reads the processor time of the thread in each iteration of the event loop: unlike the clock it does not include the
 * time that other processes take.
 *
 * @returns `stop`, which returns the largest time of one iteration in milliseconds
 */
function watchLoopIterations(): { stop(): number } {
  let longestUs = 0;
  let last = process.threadCpuUsage();
  const timer = setInterval(() => {
    const now = process.threadCpuUsage();
    longestUs = Math.max(longestUs, now.user + now.system - last.user - last.system);
    last = now;
  }, 1);
  return {
    stop: () => {
      clearInterval(timer);
      return longestUs / 1000;
    },
  };
}

/** Fetches the same pages over eight connections and does nothing else: the lower bound. */
async function fetchBare(): Promise<{ readonly seconds: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const headers = { host: `${host}:${port}` };
  let next = 0;
  const fetchOne = (path: string) =>
    new Promise<void>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
        response.resume().on('end', resolve).on('error', reject);
      }).on('error', reject);
    });
  const started = performance.now();
  const worker = async () => {
    for (let number = next++; number < 500; number = next++)
      await fetchOne(number === 0 ? '/' : `/page-${number}`);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  return { seconds };
}

async function main(): Promise<void> {
  process.send?.(mode === 'bare' ? await fetchBare() : await measure());
  process.disconnect();
}

await main();
