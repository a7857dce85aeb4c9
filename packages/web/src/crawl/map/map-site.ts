import { FetchError } from '../../fetch/fetch-error.ts';
import { createFrontier } from '../frontier/frontier.ts';
import { createUrlStore } from '../frontier/url-store.ts';
import type { ScannedPage } from '../link-extraction/scan-page.ts';
import type { MapContext } from '../map-context.ts';
import { createHostThrottle } from '../politeness/host-throttle.ts';
import { createThrottledFetcher } from '../politeness/throttled-fetch.ts';
import { createRobotsCache, withAbortSignal } from '../robots/robots-cache.ts';
import { collectSitemaps, type SitemapContext } from '../sitemaps/collect-sitemaps.ts';
import { createHostSitemaps } from '../sitemaps/host-sitemaps.ts';
import { createSitemapBudget } from '../sitemaps/sitemap-budget.ts';
import { createSiteScope } from '../urls/site-scope.ts';
import { createUrlTrapDetector } from '../urls/url-trap-detector.ts';
import { addPageLinks, crawlSite } from '../visit/crawl-site.ts';
import type { CrawlState } from '../visit/crawl-state.ts';
import { resolveSeed, type SeedPage } from '../visit/resolve-seed.ts';
import { buildMapResult } from './build-map-result.ts';
import type { MapInput, MapResult } from './map-result.ts';
import { createUrlFilter } from './rank-links.ts';

export type { MapContext } from '../map-context.ts';
export type { MapInput, MapLink, MapResult } from './map-result.ts';

/** Of the time, when links are to be enriched afterwards. */
const shareOfFinding = 0.5;
const sitemapGraceMs = 5000;
const shareOfGrace = 0.2;
/** Links that are kept beyond `limit`, in place of those that turn out to be dead. */
const spare = 1000;
/** A search keeps so many, more than it can visit for their titles, and beyond so many whose address matches. */
const searchedMax = 20_000;
const matchingMax = 120_000;

/**
 * Finds the pages of a site: from sitemaps and feeds (unless `ignoreSitemap`) and by crawling breadth-first
 * (unless `sitemapOnly`). What robots.txt disallows is listed but never fetched. After `timeBudgetMs` the
 * answer is what was found.
 *
 * @throws FetchError when the start page cannot be fetched and no sitemap gives links; at once for names that
 * do not resolve, invalid and forbidden addresses; `aborted` when the signal is.
 */
export async function mapSite(input: MapInput, context: MapContext): Promise<MapResult> {
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

async function findAndList(input: MapInput, context: MapContext, clock: Clock): Promise<MapResult> {
  const signal = input.enrichLinks ? clock.finding(shareOfFinding) : clock.all;
  // One pace for the whole map: enriching must respect the delays and refusals that finding met with.
  const pacer = createHostThrottle(context.now, clock.all);
  const requester = createThrottledFetcher(context, pacer, signal);
  const enriching = createThrottledFetcher(context, pacer, clock.all);
  const { userAgent, robots: mode } = context;
  const rules = createRobotsCache(enriching, { userAgent, mode, onDelay: pacer.setDelay });
  const robots = withAbortSignal(rules, signal);
  const start = await resolveSeed(input.url, context, requester, robots);
  const scope = createSiteScope(start.url, input.includeSubdomains);
  const links = createUrlStore(scope, whatToKeep(input));
  const first = links.add(start.url, { source: 'crawl', depth: 0 });
  if (!first)
    throw (
      start.error ?? new FetchError('invalid_url', start.url, `${start.url} is no page that can be mapped`)
    );
  first.visited = true;
  const page = await start.scan({ links, context }, first);
  const sitemaps: SitemapContext | undefined = input.ignoreSitemap
    ? undefined
    : { context, links, scope, throttle: pacer, signal, seenKeys: new Set(), budget: createSitemapBudget() };
  const withHosts = sitemaps && input.includeSubdomains;
  const crawl: CrawlState = {
    context,
    links,
    frontier: createFrontier(links),
    fetcher: requester,
    robots,
    scope,
    trapDetector: createUrlTrapDetector(),
    signal,
    sitemaps,
    hostSitemaps: withHosts ? createHostSitemaps(sitemaps, robots, start.url) : undefined,
    hasEnough: () => links.isFull || (!input.search && links.size > input.limit),
  };
  const undone = await findLinks(input, crawl, start, page);
  if (links.size <= 1 && start.error) throw start.error;
  const cut = undone || links.isFull || signal.aborted || pacer.isDisabled(new URL(start.url).host);
  const listing: CrawlState = { ...crawl, signal: clock.all, fetcher: enriching, robots: rules };
  return buildMapResult(input, listing, first, start, cut);
}

/** What `limit` cuts off need not be kept, and what a search will not give neither. */
function whatToKeep({ limit, search = '' }: MapInput): (url: string, kept: number) => boolean {
  if (search.trim() === '') return (_, kept) => kept < limit + spare;
  const matches = createUrlFilter(search);
  return (url, kept) => kept < searchedMax || (kept < matchingMax && matches(url));
}

/** True when it ended with work undone. */
async function findLinks(
  input: MapInput,
  crawl: CrawlState,
  start: SeedPage,
  page: ScannedPage | undefined,
): Promise<boolean> {
  const { sitemaps, links, robots, hostSitemaps: hosts } = crawl;
  const [first] = links.list();
  // The start page's own links come before the thousands of a sitemap, so that `limit` keeps them.
  if (!input.sitemapOnly && page && first) await addPageLinks(crawl, page, first);
  const reading = (async () => {
    if (!sitemaps) return;
    const stated = page?.sitemaps.flatMap((href) => URL.parse(href, page.baseUrl)?.href ?? []) ?? [];
    const named = [...(await robots.sitemaps(start.url)), ...stated];
    await collectSitemaps(sitemaps, new URL(start.url).origin, named);
    await hosts?.readNewHosts();
  })();
  if (input.sitemapOnly) {
    await reading;
    return false;
  }
  const graceMs = Math.min(sitemapGraceMs, crawl.context.timeBudgetMs * shareOfGrace);
  await Promise.race([reading, pause(graceMs)]);
  const undone = await crawlSite(crawl);
  await reading;
  return crawl.frontier.hasPending() ? crawlSite(crawl) : undone;
}

/** A sitemap that is slow to come does not hold up the crawl. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
