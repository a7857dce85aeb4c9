import { FetchError } from '../web/fetch/fetch-error.ts';
import { collectSitemaps, type SitemapTask } from './collect-sitemaps.ts';
import type { Crawl } from './crawl.ts';
import type { MapContext } from './crawl-context.ts';
import { crawlSite, takeInPage } from './crawl-site.ts';
import { enrichLinks } from './enrich-links.ts';
import { createHostPacer } from './host-pacer.ts';
import { createHostSitemaps } from './host-sitemaps.ts';
import { createLinkCollection, type FoundLink, type LinkSource } from './link-collection.ts';
import { createRequester } from './polite-requests.ts';
import { rankLinks } from './rank-links.ts';
import { createRobotsRules } from './robots-rules.ts';
import type { ScannedPage } from './scan-page.ts';
import { createSiteScope } from './site-scope.ts';
import { fetchStartPage, type StartPage } from './start-page.ts';
import { createTrapGuard } from './url-traps.ts';
import { createVisitQueue } from './visit-queue.ts';

export type { MapContext } from './crawl-context.ts';

export interface MapInput {
  readonly url: string;
  readonly ignoreSitemap: boolean;
  readonly includeSubdomains: boolean;
  /** 1 to 5000 */
  readonly limit: number;
  readonly search?: string | undefined;
  readonly sitemapOnly: boolean;
  readonly enrichLinks: boolean;
}

export interface MapLink {
  readonly url: string;
  /** With `search`: higher is better. */
  readonly score?: number;
  // With `enrichLinks`: texts are '' and numbers absent where nothing is known.
  readonly title?: string;
  readonly description?: string;
  /** As stated by sitemap, header or page. */
  readonly lastModified?: string;
  readonly status?: number;
  readonly contentType?: string;
  readonly source?: LinkSource;
  /** Clicks from the start page. */
  readonly depth?: number;
  readonly language?: string;
}

export interface SiteMap {
  /** The start page after its redirects. */
  readonly url: string;
  readonly links: readonly MapLink[];
  /** Links that match, before `limit`. */
  readonly total: number;
  /** True when time or a bound ended the search, or `limit` cut the list. */
  readonly truncated: boolean;
  readonly sources: { readonly sitemap: number; readonly crawl: number; readonly feed: number };
}

/** Of the time, when links are to be enriched afterwards. */
const shareOfFinding = 0.5;
const sitemapGraceMs = 5000;
const shareOfGrace = 0.2;
/** A search looks through so many addresses; without one those that `limit` cuts off are only counted. */
const searchedMax = 250_000;
const spare = 1000;

/**
 * Finds the pages of a site: from sitemaps and feeds (unless `ignoreSitemap`) and by crawling breadth-first
 * (unless `sitemapOnly`). What robots.txt disallows is listed but never fetched. After `timeBudgetMs` the
 * answer is what was found.
 *
 * @throws FetchError when the start page cannot be fetched and no sitemap gives links; at once for names that
 * do not resolve, invalid and forbidden addresses; `aborted` when the signal is.
 */
export async function mapSite(input: MapInput, context: MapContext): Promise<SiteMap> {
  const clock = startClock(context);
  try {
    const map = await findAndList(input, context, clock);
    if (context.signal?.aborted)
      throw new FetchError('aborted', input.url, `Mapping ${input.url} was cancelled`);
    return map;
  } finally {
    clock.end();
  }
}

interface Clock {
  /** Ends the finding of links. */
  readonly finding: (share: number) => AbortSignal;
  /** Ends everything. */
  readonly all: AbortSignal;
  end(): void;
}

function startClock(context: MapContext): Clock {
  const timers: NodeJS.Timeout[] = [];
  const after = (share: number) => {
    const controller = new AbortController();
    timers.push(setTimeout(() => controller.abort(), context.timeBudgetMs * share));
    return context.signal ? AbortSignal.any([controller.signal, context.signal]) : controller.signal;
  };
  const end = () => {
    for (const timer of timers) clearTimeout(timer);
  };
  return { finding: after, all: after(1), end };
}

async function findAndList(input: MapInput, context: MapContext, clock: Clock): Promise<SiteMap> {
  const signal = input.enrichLinks ? clock.finding(shareOfFinding) : clock.all;
  const pacer = createHostPacer(context.now, signal);
  const requester = createRequester(context, pacer, signal);
  const { userAgent, robots: mode } = context;
  const robots = createRobotsRules(requester, { userAgent, mode, onDelay: pacer.setDelay });
  const start = await fetchStartPage(input.url, context, requester, robots);
  const scope = createSiteScope(start.url, input.includeSubdomains);
  const links = createLinkCollection(scope, input.search ? searchedMax : input.limit + spare);
  const first = links.add(start.url, { source: 'crawl', depth: 0 });
  if (!first)
    throw (
      start.error ?? new FetchError('invalid_url', start.url, `${start.url} is no page that can be mapped`)
    );
  first.asked = true;
  const page = await start.read({ links, context }, first);
  const sitemaps: SitemapTask | undefined = input.ignoreSitemap
    ? undefined
    : { context, links, scope, pacer, signal, seen: new Set() };
  const withHosts = sitemaps && input.includeSubdomains;
  const crawl: Crawl = {
    context,
    links,
    queue: createVisitQueue(links),
    requester,
    robots,
    scope,
    traps: createTrapGuard(),
    signal,
    sitemaps,
    hosts: withHosts ? createHostSitemaps(sitemaps, robots, start.url) : undefined,
    enough: () => links.full || (!input.search && links.size > input.limit),
  };
  const undone = await findLinks(input, crawl, start, page);
  if (links.size <= 1 && start.error) throw start.error;
  const cut = undone || links.full || signal.aborted || pacer.gaveUp(new URL(start.url).host);
  return listLinks(input, { ...crawl, signal: clock.all }, first, start, cut);
}

/** True when it ended with work undone. */
async function findLinks(
  input: MapInput,
  crawl: Crawl,
  start: StartPage,
  page: ScannedPage | undefined,
): Promise<boolean> {
  const { sitemaps, links, robots, hosts } = crawl;
  const [first] = links.list();
  // The start page's own links come before the thousands of a sitemap, so that `limit` keeps them.
  if (!input.sitemapOnly && page && first) await takeInPage(crawl, page, first);
  const reading = (async () => {
    if (!sitemaps) return;
    const stated = page?.sitemaps.flatMap((href) => URL.parse(href, page.baseUrl)?.href ?? []) ?? [];
    const named = [...(await robots.sitemaps(start.url)), ...stated];
    await collectSitemaps(sitemaps, new URL(start.url).origin, named);
    await hosts?.readNew();
  })();
  if (input.sitemapOnly) {
    await reading;
    return false;
  }
  const graceMs = Math.min(sitemapGraceMs, crawl.context.timeBudgetMs * shareOfGrace);
  await Promise.race([reading, pause(graceMs)]);
  const undone = await crawlSite(crawl);
  await reading;
  return crawl.queue.waiting() ? crawlSite(crawl) : undone;
}

/** A sitemap that is slow to come does not hold up the crawl. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

async function listLinks(
  input: MapInput,
  crawl: Crawl,
  first: FoundLink,
  start: StartPage,
  cut: boolean,
): Promise<SiteMap> {
  const { best, matching } = await orderLinks(crawl.links.list(), first, input);
  let chosen = [...best];
  let complete = true;
  if (input.enrichLinks) {
    const pacer = createHostPacer(crawl.context.now, crawl.signal);
    const requester = createRequester(crawl.context, pacer, crawl.signal);
    complete = await enrichLinks(
      { ...crawl, requester },
      chosen.map(({ link }) => link),
    );
    chosen = inPlaceOfMoved(chosen, first);
  }
  // What enriching took out or moved no longer counts, what was not looked at does.
  const { counted } = crawl.links;
  const sources = { ...counted };
  for (const link of new Set([
    ...matching.filter(({ removed }) => !removed),
    ...chosen.map(({ link }) => link),
  ]))
    sources[link.source]++;
  const total = sources.sitemap + sources.crawl + sources.feed;
  return {
    url: start.url,
    links: chosen.map(({ link, score }) => toMapLink(link, score, input.enrichLinks)),
    total,
    truncated: cut || !complete || total > chosen.length,
    sources,
  };
}

interface ListedLink {
  readonly link: FoundLink;
  readonly score?: number;
}

/** By the search, best first; without one as found, the start page first. */
async function orderLinks(
  found: readonly FoundLink[],
  first: FoundLink,
  { search = '', limit }: MapInput,
): Promise<{ readonly best: readonly ListedLink[]; readonly matching: readonly FoundLink[] }> {
  if (search.trim() !== '') return rankLinks(found, search, limit);
  const matching = [first, ...found.filter((link) => link !== first)];
  return { best: matching.slice(0, limit).map((link) => ({ link })), matching };
}

/** What turned out to be gone is left out; what redirects is listed as its target, once. */
function inPlaceOfMoved(chosen: readonly ListedLink[], first: FoundLink): ListedLink[] {
  const listed = new Map<FoundLink, ListedLink>();
  for (const { link, ...rest } of chosen) {
    const target = link.removed && link !== first ? link.movedTo : link;
    const shown = target && (!target.removed || target === first);
    if (shown && !listed.has(target)) listed.set(target, { ...rest, link: target });
  }
  return [...listed.values()];
}

function toMapLink(link: FoundLink, score: number | undefined, enriched: boolean): MapLink {
  const plain = { url: link.url, ...(score === undefined ? {} : { score }) };
  if (!enriched) return plain;
  const { title, description, lastModified, status, contentType, source, depth, language } = link;
  return {
    ...plain,
    title: title || link.text,
    description,
    lastModified,
    contentType,
    source,
    language,
    ...(status === null ? {} : { status }),
    ...(depth === null ? {} : { depth }),
  };
}
