import { decodeText } from '../web/fetch/decode-text.ts';
import { FetchError } from '../web/fetch/fetch-error.ts';
import type { FetchedResource } from '../web/fetch/fetched-resource.ts';
import { readAll, type SitemapTask } from './collect-sitemaps.ts';
import type { MapContext } from './crawl-context.ts';
import type { FoundLink, LinkCollection } from './link-collection.ts';
import { normaliseUrl } from './normalise-url.ts';
import { addressKind, contentKind } from './page-address.ts';
import type { Requester } from './polite-requests.ts';
import type { RobotsRules } from './robots-rules.ts';
import { type ScannedPage, scanPage } from './scan-page.ts';
import type { SiteScope } from './site-scope.ts';
import type { TrapGuard } from './url-traps.ts';

const pageBytesMax = 8 * 1024 * 1024;
const depthMax = 30;
const pagesMax = 10_000;
const workers = 8;

export interface Crawl {
  readonly context: MapContext;
  readonly links: LinkCollection;
  readonly requester: Requester;
  readonly robots: RobotsRules;
  readonly scope: SiteScope;
  readonly traps: TrapGuard;
  readonly signal: AbortSignal;
  /** Absent when feeds are not to be read. */
  readonly sitemaps: SitemapTask | undefined;
  readonly enough: () => boolean;
}

/**
 * Adds what a page links to: what is of the site and no trap. Feeds it names are read, unless they are not
 * wanted. Gives the addresses that were new.
 */
export async function takeInPage(crawl: Crawl, page: ScannedPage, from: FoundLink): Promise<FoundLink[]> {
  const depth = (from.depth ?? 0) + 1;
  const fresh: FoundLink[] = [];
  for (const { href, text } of page.links) {
    const normal = normaliseUrl(href, page.baseUrl);
    if (!normal || !crawl.scope.includes(normal.url)) continue;
    const known = crawl.links.get(normal.key) !== undefined;
    if (!known && !crawl.traps.admits(normal.url)) continue;
    const added = crawl.links.add(normal.url, { source: 'crawl', depth, text });
    if (added) fresh.push(added);
  }
  if (crawl.sitemaps) {
    const feeds = page.feeds.flatMap((href) => URL.parse(href, page.baseUrl)?.href ?? []);
    await readAll(
      crawl.sitemaps,
      feeds.filter((url) => crawl.scope.includes(url)),
      'feed',
    );
  }
  return fresh;
}

/**
 * Visits the site breadth-first from the pages that are known, adding what they link to. Ends when nothing
 * is left, when there is `enough`, or when the signal says so; true when it ended with work undone.
 */
export async function crawlSite(crawl: Crawl): Promise<boolean> {
  const unvisited = crawl.links
    .list()
    .filter((link) => link.status === null && addressKind(link.url) === 'page');
  const queue = unvisited.filter((link) => link.depth !== null);
  let visited = 0;
  // Pages that only a sitemap names may link to others; those found by links go first.
  const fromElsewhere = unvisited.filter((link) => link.depth === null);
  let running = 0;
  const worker = async () => {
    for (;;) {
      if (crawl.signal.aborted || crawl.enough() || visited >= pagesMax) return;
      const next = queue.shift() ?? fromElsewhere.shift();
      if (!next) {
        if (running === 0) return;
        await new Promise((resolve) => setTimeout(resolve, 5));
        continue;
      }
      if (next.status !== null) continue;
      visited++;
      running++;
      try {
        const page = await visitPage(crawl, next);
        const fresh = page ? await takeInPage(crawl, page, next) : [];
        for (const link of fresh) {
          if ((link.depth ?? 0) <= depthMax && addressKind(link.url) === 'page') queue.push(link);
        }
        crawl.context.progress?.(Math.min(0.95, visited / (visited + queue.length + 1)), next.url);
      } finally {
        running--;
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return queue.length > 0 || fromElsewhere.length > 0;
}

/** Fetches one page and notes what it is; undefined when there is nothing to read links from. */
export async function visitPage(
  crawl: Omit<Crawl, 'sitemaps' | 'enough'>,
  link: FoundLink,
): Promise<ScannedPage | undefined> {
  if (!(await crawl.robots.allows(link.url)) || crawl.signal.aborted) return undefined;
  const answer = await crawl.requester.get(link.url, {
    maxBytes: pageBytesMax,
    onHop: async (url) => {
      if (url === link.url) return;
      if (!crawl.scope.includes(url))
        throw new FetchError('bad_response', url, `${link.url} leads off the site`);
      if (!(await crawl.robots.allows(url)))
        throw new FetchError('aborted', url, `robots.txt disallows ${url}`);
    },
  });
  if (!answer.ok) {
    if (answer.error.message.endsWith('leads off the site')) link.removed = true;
    return undefined;
  }
  const { resource } = answer;
  return resource.redirects.length > 0
    ? readRedirected(crawl, link, resource)
    : readPage(crawl, link, resource);
}

/** A page that redirects stands for its target: the target is listed in its place. */
async function readRedirected(
  crawl: Pick<Crawl, 'links' | 'context'>,
  link: FoundLink,
  resource: FetchedResource,
): Promise<ScannedPage | undefined> {
  const target = normaliseUrl(resource.url);
  if (target && target.key !== link.key) {
    link.removed = true;
    link.status = resource.status;
    const options = {
      source: link.source,
      lastModified: link.lastModified,
      ...(link.depth === null ? {} : { depth: link.depth }),
    };
    const other = crawl.links.add(resource.url, options);
    return other ? readPage(crawl, other, resource) : undefined;
  }
  if (target) link.url = target.url;
  return readPage(crawl, link, resource);
}

async function readPage(
  crawl: Pick<Crawl, 'links' | 'context'>,
  link: FoundLink,
  resource: FetchedResource,
): Promise<ScannedPage | undefined> {
  link.status = resource.status;
  link.contentType = resource.contentType;
  link.lastModified ||= isoDate(resource.headers['last-modified'] ?? '');
  // A dead link goes; what the site's own sitemap vouches for stays.
  const gone = resource.status === 404 || resource.status === 410;
  if (gone && link.source === 'crawl') link.removed = true;
  const kind = contentKind(resource.contentType);
  if (kind === 'asset' && resource.status < 400) link.removed = true;
  if (kind !== 'page' || resource.status >= 400) return undefined;
  return readHtml(crawl, link, resource);
}

/** Reads title, description, language and links of a page that was fetched, and notes them. */
export async function readHtml(
  crawl: Pick<Crawl, 'links' | 'context'>,
  link: FoundLink,
  resource: FetchedResource,
): Promise<ScannedPage> {
  const { text } = await decodeText(resource);
  const page = await (crawl.context.parseLinks ?? scanPage)(text, resource.url);
  link.title = page.title;
  link.description = page.description;
  link.language = page.language || (resource.headers['content-language'] ?? '');
  link.lastModified ||= page.modifiedTime;
  noteCanonical(crawl.links, link, page);
  return page;
}

/** Variants by query of a page that names its plain address are that page. Other claims are not believed: sites err. */
function noteCanonical(links: LinkCollection, link: FoundLink, page: ScannedPage): void {
  const canonical = page.canonical === '' ? undefined : normaliseUrl(page.canonical, page.baseUrl);
  if (!canonical || canonical.key === link.key) return;
  const samePath = canonical.key.split('?')[0] === link.key.split('?')[0];
  if (!samePath || link.depth === 0) return;
  links.add(canonical.url, {
    source: link.source,
    text: link.text,
    ...(link.depth === null ? {} : { depth: link.depth }),
  });
  if (links.get(canonical.key)) link.removed = true;
}

function isoDate(header: string): string {
  const time = Date.parse(header);
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
}
