import { yieldIfDue } from '@quern/runtime/yield-to-event-loop';
import { FetchError } from '../../fetch/fetch-error.ts';
import type { LinkSource, UrlStore } from '../frontier/url-store.ts';
import type { MapContext } from '../map-context.ts';
import type { HostThrottle } from '../politeness/host-throttle.ts';
import { normalizeUrl } from '../urls/normalize-url.ts';
import type { SiteScope } from '../urls/site-scope.ts';
import { parseSitemap } from './parse-sitemap.ts';
import { type SitemapBudget, unproductiveFilesMax } from './sitemap-budget.ts';

/** Where sitemaps lie when robots.txt names none. */
const usualPlaces = [
  '/sitemap.xml',
  '/sitemap_index.xml',
  '/sitemap-index.xml',
  '/wp-sitemap.xml',
  '/sitemap.xml.gz',
  '/sitemap.txt',
];
/** The protocol lets an index name no further index, but sites do so, rarely deeper than this. */
const depthMax = 2;
const concurrency = 4;
/** A host that keeps silent about its sitemaps is left to the crawl. */
const idleTimeoutMs = 8000;
/** On the way, that is packed or not; `readSitemap` ends at 50 MiB unpacked, which may be a little later. */
const transferBytesMax = 52 * 1024 * 1024;
const urlLengthMax = 4096;

export interface SitemapContext {
  readonly context: MapContext;
  readonly links: UrlStore;
  readonly scope: SiteScope;
  readonly throttle: HostThrottle;
  readonly signal: AbortSignal;
  /** Sitemaps and feeds that were read or wait to be, by key. */
  readonly seenKeys: Set<string>;
  readonly budget: SitemapBudget;
}

/** Reads the named sitemaps and all they lead to; the usual places when they name nothing of the site. */
export async function collectSitemaps(
  task: SitemapContext,
  origin: string,
  named: readonly string[],
): Promise<void> {
  const [first = '', ...others] = usualPlaces.map((place) => `${origin}${place}`);
  for (const places of [named, [first], others]) {
    if (task.signal.aborted) return;
    if (await fetchSitemaps(task, places, 'sitemap')) return;
  }
}

/** Reads sitemaps or feeds, nested ones too, a few at a time. True when they named an address of the site. */
export async function fetchSitemaps(
  task: SitemapContext,
  addresses: readonly string[],
  source: LinkSource,
): Promise<boolean> {
  const { budget, seenKeys: seen, signal } = task;
  const waiting: { readonly url: string; readonly depth: number }[] = [];
  let taken = 0;
  let named = false;
  // What is known, too deep or too much is left out here, so that the line is never longer than the budget.
  const push = (url: string, depth: number) => {
    if (depth > depthMax || budget.files <= 0 || url.length > urlLengthMax) return;
    const key = `${source} ${normalizeUrl(url)?.key ?? url}`;
    if (seen.has(key)) return;
    seen.add(key);
    budget.files--;
    waiting.push({ url, depth });
  };
  const isSpent = () =>
    signal.aborted ||
    budget.bytes <= 0 ||
    budget.entries <= 0 ||
    budget.unproductiveFiles > unproductiveFilesMax;
  const worker = async () => {
    for (let next = waiting[taken]; next && !isSpent(); next = waiting[taken]) {
      taken++;
      const { url, depth } = next;
      if (await readOne(task, url, source, (nested) => push(nested, depth + 1))) named = true;
    }
  };
  for (const url of addresses) push(url, 0);
  // New workers join as long as a file's entries outnumber the workers; an index alone would run one by one.
  while (taken < waiting.length && !isSpent()) await Promise.all(Array.from({ length: concurrency }, worker));
  return named;
}

async function readOne(
  task: SitemapContext,
  address: string,
  source: LinkSource,
  nest: (url: string) => void,
): Promise<boolean> {
  const { context, links, throttle: pacer, signal, scope, budget } = task;
  const url = URL.parse(address);
  let named = false;
  if (!url) return named;
  const read = async () => {
    if (pacer.isDisabled(url.host)) return;
    const opened = await context.open(url.href, {
      signal,
      timeoutMs: context.timeBudgetMs,
      idleTimeoutMs,
      bytesMax: transferBytesMax,
      accept: 'application/xml,text/xml,text/plain;q=0.8,*/*;q=0.5',
    });
    const known = links.size;
    try {
      if (opened.status !== 200) return;
      for await (const entry of parseSitemap(opened.chunks, budget)) {
        const pause = yieldIfDue();
        if (pause) await pause;
        if (entry.kind === 'sitemap') nest(URL.parse(entry.url, opened.url)?.href ?? entry.url);
        else {
          links.add(entry.url, { source, baseUrl: opened.url, lastModified: entry.lastModified });
          named ||= scope.includes(URL.parse(entry.url, opened.url)?.href ?? '');
        }
        if (links.isFull || signal.aborted) break;
      }
    } finally {
      opened.close();
      budget.unproductiveFiles = links.size > known ? 0 : budget.unproductiveFiles + 1;
    }
  };
  try {
    await pacer.run(url.host, read, signal);
  } catch (error) {
    // One sitemap that fails or breaks off takes nothing from the others.
    if (!(error instanceof FetchError)) throw error;
  }
  return named;
}
