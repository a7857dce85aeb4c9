import { FetchError } from '../web/fetch/fetch-error.ts';
import type { MapContext } from './crawl-context.ts';
import type { HostPacer } from './host-pacer.ts';
import type { LinkCollection, LinkSource } from './link-collection.ts';
import { normaliseUrl } from './normalise-url.ts';
import { readSitemap } from './read-sitemap.ts';

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
/** Twice what the protocol allows for an unpacked file. */
const fileBytesMax = 100 * 1024 * 1024;

export interface SitemapTask {
  readonly context: MapContext;
  readonly links: LinkCollection;
  readonly pacer: HostPacer;
  readonly signal: AbortSignal;
  /** Sitemaps and feeds already read, by key. */
  readonly seen: Set<string>;
}

/** Reads the named sitemaps and all they lead to; the usual places when they give nothing. */
export async function collectSitemaps(
  task: SitemapTask,
  origin: string,
  named: readonly string[],
): Promise<void> {
  const before = task.links.size;
  await readAll(task, named, 'sitemap');
  if (task.links.size > before || task.signal.aborted) return;
  for (const place of usualPlaces) {
    await readAll(task, [`${origin}${place}`], 'sitemap');
    if (task.links.size > before || task.signal.aborted) return;
  }
}

/** Reads sitemaps or feeds, nested ones too, a few at a time. */
export async function readAll(
  task: SitemapTask,
  addresses: readonly string[],
  source: LinkSource,
): Promise<void> {
  const waiting = addresses.map((url) => ({ url, depth: 0 }));
  const worker = async () => {
    for (let next = waiting.shift(); next && !task.signal.aborted; next = waiting.shift()) {
      const { url, depth } = next;
      const key = `${source} ${normaliseUrl(url)?.key ?? url}`;
      if (task.seen.has(key) || task.seen.size >= filesMax || depth > depthMax) continue;
      task.seen.add(key);
      await readOne(task, url, source, (nested) => waiting.push({ url: nested, depth: depth + 1 }));
    }
  };
  // New workers join as long as a file's entries outnumber the workers; an index alone would run one by one.
  while (waiting.length > 0 && !task.signal.aborted)
    await Promise.all(Array.from({ length: concurrency }, worker));
}

async function readOne(
  task: SitemapTask,
  address: string,
  source: LinkSource,
  nest: (url: string) => void,
): Promise<void> {
  const { context, links, pacer, signal } = task;
  const url = URL.parse(address);
  if (!url) return;
  try {
    await pacer.run(url.host, async () => {
      const opened = await context.open(url.href, {
        signal,
        timeoutMs: context.timeBudgetMs,
        maxBytes: fileBytesMax,
        accept: 'application/xml,text/xml,text/plain;q=0.8,*/*;q=0.5',
      });
      if (opened.status !== 200) return opened.close();
      for await (const entry of readSitemap(opened.chunks)) {
        if (entry.kind === 'sitemap') nest(URL.parse(entry.url, opened.url)?.href ?? entry.url);
        else links.add(entry.url, { source, base: opened.url, lastModified: entry.lastModified });
        if (links.full || signal.aborted) break;
      }
    });
  } catch (error) {
    // One sitemap that fails or breaks off takes nothing from the others.
    if (!(error instanceof FetchError)) throw error;
  }
}
