import { FetchError } from '../web/fetch/fetch-error.ts';
import { breathe } from './breathe.ts';
import type { MapContext } from './crawl-context.ts';
import type { HostPacer } from './host-pacer.ts';
import type { LinkCollection, LinkSource } from './link-collection.ts';
import { normaliseUrl } from './normalise-url.ts';
import { readSitemap } from './read-sitemap.ts';
import type { SiteScope } from './site-scope.ts';

/** Where sitemaps lie when robots.txt names none. */
const usualPlaces = [
  '/sitemap.xml',
  '/sitemap_index.xml',
  '/sitemap-index.xml',
  '/wp-sitemap.xml',
  '/sitemap.xml.gz',
  '/sitemap.txt',
];
const filesMax = 1000;
const depthMax = 6;
const concurrency = 4;
/** A host that keeps silent about its sitemaps is left to the crawl. */
const idleTimeoutMs = 8000;
/** Twice what the protocol allows for an unpacked file. */
const fileBytesMax = 100 * 1024 * 1024;

export interface SitemapTask {
  readonly context: MapContext;
  readonly links: LinkCollection;
  readonly scope: SiteScope;
  readonly pacer: HostPacer;
  readonly signal: AbortSignal;
  /** Sitemaps and feeds already read, by key. */
  readonly seen: Set<string>;
}

/** Reads the named sitemaps and all they lead to; the usual places when they name nothing of the site. */
export async function collectSitemaps(
  task: SitemapTask,
  origin: string,
  named: readonly string[],
): Promise<void> {
  const [first = '', ...others] = usualPlaces.map((place) => `${origin}${place}`);
  for (const places of [named, [first], others]) {
    if (task.signal.aborted) return;
    if (await readAll(task, places, 'sitemap')) return;
  }
}

/** Reads sitemaps or feeds, nested ones too, a few at a time. True when they named an address of the site. */
export async function readAll(
  task: SitemapTask,
  addresses: readonly string[],
  source: LinkSource,
): Promise<boolean> {
  const waiting = addresses.map((url) => ({ url, depth: 0 }));
  let named = false;
  const worker = async () => {
    for (let next = waiting.shift(); next && !task.signal.aborted; next = waiting.shift()) {
      const { url, depth } = next;
      const key = `${source} ${normaliseUrl(url)?.key ?? url}`;
      if (task.seen.has(key) || task.seen.size >= filesMax || depth > depthMax) continue;
      task.seen.add(key);
      const nest = (nested: string) => waiting.push({ url: nested, depth: depth + 1 });
      if (await readOne(task, url, source, nest)) named = true;
    }
  };
  // New workers join as long as a file's entries outnumber the workers; an index alone would run one by one.
  while (waiting.length > 0 && !task.signal.aborted)
    await Promise.all(Array.from({ length: concurrency }, worker));
  return named;
}

async function readOne(
  task: SitemapTask,
  address: string,
  source: LinkSource,
  nest: (url: string) => void,
): Promise<boolean> {
  const { context, links, pacer, signal, scope } = task;
  const url = URL.parse(address);
  let named = false;
  if (!url) return named;
  const read = async () => {
    if (pacer.gaveUp(url.host)) return;
    const opened = await context.open(url.href, {
      signal,
      timeoutMs: context.timeBudgetMs,
      idleTimeoutMs,
      maxBytes: fileBytesMax,
      accept: 'application/xml,text/xml,text/plain;q=0.8,*/*;q=0.5',
    });
    if (opened.status !== 200) return opened.close();
    for await (const entry of readSitemap(opened.chunks)) {
      const pause = breathe();
      if (pause) await pause;
      if (entry.kind === 'sitemap') nest(URL.parse(entry.url, opened.url)?.href ?? entry.url);
      else {
        links.add(entry.url, { source, base: opened.url, lastModified: entry.lastModified });
        named ||= scope.includes(URL.parse(entry.url, opened.url)?.href ?? '');
      }
      if (links.full || signal.aborted) break;
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
