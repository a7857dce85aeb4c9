import { yieldIfDue } from '@quern/runtime/yield-to-event-loop';
import { FetchError } from '../../fetch/fetch-error.ts';
import type { GuardedOpen } from '../../fetch/fetched-resource.ts';
import type { CounterpartDecision } from '../counterpart/counterpart-decision.ts';
import type { LinkCollector } from '../frontier/link-collector.ts';
import type { LinkSource } from '../frontier/url-store.ts';
import type { HostThrottle } from '../politeness/host-throttle.ts';
import { requestedPauseMs } from '../politeness/throttled-fetch.ts';
import { normalizeUrl } from '../urls/normalize-url.ts';
import type { SiteScope } from '../urls/site-scope.ts';
import { parseSitemap } from './parse-sitemap.ts';
import { type SitemapBudget, unproductiveFilesMax } from './sitemap-budget.ts';

/** Common paths of sitemaps, which are tried when robots.txt names none. */
const wellKnownPaths = [
  '/sitemap.xml',
  '/sitemap_index.xml',
  '/sitemap-index.xml',
  '/wp-sitemap.xml',
  '/sitemap.xml.gz',
  '/sitemap.txt',
];
/** The protocol does not allow an index to name another index, but sites do so, rarely deeper than this. */
const depthMax = 2;
const concurrency = 4;
/** A host that is slow to send its sitemaps is left to the crawl. */
const idleTimeoutMs = 8000;
/** Maximum number of bytes transferred, compressed or not. `parseSitemap` stops at 50 MiB of decompressed text. */
const transferBytesMax = 52 * 1024 * 1024;
const urlLengthMax = 4096;
/** A sitemap whose host asks for a longer wait is left out. */
const retryWaitMaxMs = 10_000;
const accept = 'application/xml,text/xml,text/plain;q=0.8,*/*;q=0.5';

/** Dependencies and shared state of the reading of sitemaps in one map or crawl. */
export interface SitemapContext {
  readonly open: GuardedOpen;
  /** The current time in milliseconds since the epoch. */
  readonly now: () => number;
  readonly timeBudgetMs: number;
  readonly links: LinkCollector;
  readonly scope: SiteScope;
  readonly counterpart: Pick<CounterpartDecision, 'prepareFor'>;
  readonly throttle: HostThrottle;
  readonly signal: AbortSignal;
  /** Keys of sitemaps and feeds that have been read or are queued. */
  readonly seenKeys: Set<string>;
  readonly budget: SitemapBudget;
}

/**
 * Reads the sitemaps of a site and those nested in them. The well-known paths are tried when the named ones contain no
 * URL of the site.
 *
 * @param origin of the site
 * @param named URLs of sitemaps that robots.txt and the start page name
 */
export async function collectSitemaps(
  context: SitemapContext,
  origin: string,
  named: readonly string[],
): Promise<void> {
  const [first = '', ...others] = wellKnownPaths.map((path) => `${origin}${path}`);
  for (const urls of [named, [first], others]) {
    if (context.signal.aborted) return;
    if (await fetchSitemaps(context, urls, 'sitemap')) return;
  }
}

/**
 * Reads sitemaps or feeds and those nested in them, a few at the same time, and adds their URLs to the store.
 *
 * @returns whether they contain a URL of the site
 */
export async function fetchSitemaps(
  context: SitemapContext,
  urls: readonly string[],
  source: LinkSource,
): Promise<boolean> {
  const { budget, seenKeys, signal } = context;
  const queue: { readonly url: string; readonly depth: number }[] = [];
  let taken = 0;
  let hasSiteUrl = false;
  // Checking before a file is queued keeps the queue within the budget.
  const push = (url: string, depth: number) => {
    if (depth > depthMax || budget.files <= 0 || url.length > urlLengthMax) return;
    const normalized = normalizeUrl(url);
    const key = `${source} ${normalized ? context.links.keyOf(normalized) : url}`;
    if (seenKeys.has(key)) return;
    seenKeys.add(key);
    budget.files--;
    queue.push({ url, depth });
  };
  const isSpent = () =>
    signal.aborted ||
    budget.bytes <= 0 ||
    budget.entries <= 0 ||
    budget.unproductiveFiles > unproductiveFilesMax;
  const worker = async () => {
    for (let next = queue[taken]; next && !isSpent(); next = queue[taken]) {
      taken++;
      const { url, depth } = next;
      if (await readSitemap(context, url, source, (nested) => push(nested, depth + 1))) hasSiteUrl = true;
    }
  };
  for (const url of urls) push(url, 0);
  // An index alone occupies one worker, so the workers start again for the files that it names.
  while (taken < queue.length && !isSpent()) await Promise.all(Array.from({ length: concurrency }, worker));
  return hasSiteUrl;
}

/**
 * Reads one file when its host allows it. A file that cannot be fetched is skipped.
 *
 * @param nest called for each sitemap that the file names
 * @returns whether it contains a URL of the site
 */
async function readSitemap(
  context: SitemapContext,
  sitemapUrl: string,
  source: LinkSource,
  nest: (url: string) => void,
): Promise<boolean> {
  const { links, throttle, signal, scope, budget, counterpart } = context;
  const url = URL.parse(sitemapUrl);
  if (!url) return false;
  // Decided before a slot of that host is taken, which the decision may need.
  await counterpart.prepareFor(url.href);
  let hasSiteUrl = false;
  let pauseMs: number | undefined;
  const read = async () => {
    if (throttle.isDisabled(url.host)) return;
    const resource = await context.open(url.href, {
      signal,
      timeoutMs: context.timeBudgetMs,
      idleTimeoutMs,
      bytesMax: transferBytesMax,
      accept,
    });
    const sizeBefore = links.size;
    try {
      pauseMs = requestedPauseMs(resource, context.now());
      if (resource.status !== 200) return;
      for await (const entry of parseSitemap(resource.chunks, budget)) {
        const pause = yieldIfDue();
        if (pause) await pause;
        if (entry.kind === 'sitemap') nest(URL.parse(entry.url, resource.url)?.href ?? entry.url);
        else {
          const decision = counterpart.prepareFor(entry.url);
          if (decision) await decision;
          links.add(entry.url, { source, baseUrl: resource.url, lastModified: entry.lastModified });
          hasSiteUrl ||= scope.includes(URL.parse(entry.url, resource.url)?.href ?? '');
        }
        if (links.isFull || signal.aborted) break;
      }
    } finally {
      resource.close();
      budget.unproductiveFiles = links.size > sizeBefore ? 0 : budget.unproductiveFiles + 1;
    }
  };
  try {
    await throttle.run(url.host, read, signal);
    // One retry, if the wait leaves time for the rest of the map.
    if (pauseMs !== undefined && pauseMs <= retryWaitMaxMs) {
      throttle.pause(url.host, pauseMs);
      await throttle.run(url.host, read, signal);
    }
  } catch (error) {
    // The entries before a failure are kept, and the other files are read.
    if (!(error instanceof FetchError)) throw error;
  }
  return hasSiteUrl;
}
