import { Deadline, waitAtMost } from '@quern/runtime/deadline';
import { FetchError } from '../../fetch/fetch-error.ts';
import { redactUrl } from '../../fetch/redact-url.ts';
import { CounterpartDecision } from '../counterpart/counterpart-decision.ts';
import { Frontier } from '../frontier/frontier.ts';
import { type DiscoveredLink, UrlStore } from '../frontier/url-store.ts';
import type { ScannedPage } from '../link-extraction/scan-page.ts';
import type { MapContext } from '../map-context.ts';
import { HostThrottle } from '../politeness/host-throttle.ts';
import { ThrottledFetcher } from '../politeness/throttled-fetch.ts';
import { RobotsCache, withAbortSignal } from '../robots/robots-cache.ts';
import { collectSitemaps, type SitemapContext } from '../sitemaps/collect-sitemaps.ts';
import { HostSitemaps } from '../sitemaps/host-sitemaps.ts';
import { createSitemapBudget } from '../sitemaps/sitemap-budget.ts';
import { SiteScope } from '../urls/site-scope.ts';
import { UrlTrapDetector } from '../urls/url-trap-detector.ts';
import { compareVariants } from '../visit/compare-variants.ts';
import { addPageLinks, crawlSite } from '../visit/crawl-site.ts';
import type { CrawlState } from '../visit/crawl-state.ts';
import { resolveSeed } from '../visit/resolve-seed.ts';
import { buildMapResult } from './build-map-result.ts';
import type { MapInput, MapResult } from './map-result.ts';
import { createUrlFilter } from './rank-links.ts';

export type { MapContext } from '../map-context.ts';
export type { MapInput, MapLink, MapResult } from './map-result.ts';

/** Share of the time budget for finding links, when they are enriched afterward. */
const discoveryShare = 0.5;
/** Maximum wait for sitemaps before the crawl starts, and its share of the time budget. */
const sitemapGraceMs = 5000;
const sitemapGraceShare = 0.2;
/** Links that are kept beyond `limit`, to replace those that turn out to be dead. */
const spareLinks = 1000;
/**
 * A site with up to this many links is crawled to its end whatever the limit, so that `total` does not depend on it: pages
 * that do not exist or that repeat another one are only found by visiting them.
 */
const wholeSiteLinksMax = 200;
/** With `search`, keep the first 20,000 URLs, more than can be visited for their titles ... */
const searchUrlsMax = 20_000;
/** ... then only those whose URL matches, up to 120,000. */
const searchMatchesMax = 120_000;

/**
 * Finds the pages of a site: from sitemaps and feeds (unless `ignoreSitemap`) and by crawling breadth-first (unless
 * `sitemapOnly`). URLs that robots.txt disallows are listed but never fetched. When `timeBudgetMs` has passed, returns
 * the pages found so far.
 *
 * @throws FetchError `invalid_url`, `forbidden_address`, `dns`, or `target_status` with 404 or 410 for the start page;
 * any other error of the start page if no links were found; `aborted` when the caller's signal is aborted
 */
export async function mapSite(input: MapInput, context: MapContext): Promise<MapResult> {
  const { timeBudgetMs, signal } = context;
  const whole = new Deadline(timeBudgetMs, signal);
  const discovery = input.enrichLinks ? new Deadline(timeBudgetMs * discoveryShare, signal) : whole;
  try {
    const result = await mapWithin(input, context, discovery.signal, whole.signal);
    if (signal?.aborted) {
      throw new FetchError('aborted', input.url, `Mapping ${redactUrl(input.url)} was canceled`);
    }
    return result;
  } finally {
    discovery.clear();
    whole.clear();
  }
}

/**
 * @param discoverySignal ends the search for links
 * @param signal ends the map
 */
async function mapWithin(
  input: MapInput,
  context: MapContext,
  discoverySignal: AbortSignal,
  signal: AbortSignal,
): Promise<MapResult> {
  const { fetch, now, userAgent, robots: mode } = context;
  // One throttle for the whole map: enriching must respect the delays and rate limits that discovery met.
  const throttle = new HostThrottle(() => performance.now(), signal);
  const fetcher = new ThrottledFetcher({ fetch, now, throttle, signal: discoverySignal });
  const wholeFetcher = new ThrottledFetcher({ fetch, now, throttle, signal });
  const wholeRobots = new RobotsCache({
    fetch: wholeFetcher.fetch,
    userAgent,
    mode,
    onDelay: (host, delayMs) => throttle.setDelay(host, delayMs),
  });
  const robots = withAbortSignal(wholeRobots, discoverySignal);
  const seed = await resolveSeed(input.url, context, fetcher, robots);
  const scope = new SiteScope(seed.url, input.includeSubdomains);
  const links = new UrlStore(scope, retentionFilter(input));
  const start = links.add(seed.url, { source: 'crawl', depth: 0 });
  if (!start) throw seed.error ?? notMappableError(seed.url);
  start.visited = true;
  const page = await seed.scan({ links, context }, start);
  const counterpart = new CounterpartDecision(
    { context, scope, fetcher, robots },
    { link: start, redirects: seed.redirects, page },
  );
  const sitemaps = input.ignoreSitemap
    ? undefined
    : createSitemapContext({ context, links, scope, counterpart, throttle, signal: discoverySignal });
  const crawl: CrawlState = {
    context,
    links,
    frontier: new Frontier(links),
    fetcher,
    robots,
    scope,
    counterpart,
    trapDetector: new UrlTrapDetector(),
    signal: discoverySignal,
    sitemaps,
    hostSitemaps:
      sitemaps && input.includeSubdomains ? new HostSitemaps(sitemaps, robots, seed.url) : undefined,
    hasEnough: () => links.isFull || (!input.search && links.size > Math.max(input.limit, wholeSiteLinksMax)),
  };
  const hasPending = await discoverLinks(input, crawl, start, page);
  const error = links.size <= 1 ? (seed.error ?? (await seed.detectRefusal())) : undefined;
  if (error) throw error;
  const isIncomplete =
    hasPending || links.isFull || discoverySignal.aborted || throttle.isDisabled(new URL(seed.url).host);
  const listing: CrawlState = { ...crawl, signal, fetcher: wholeFetcher, robots: wholeRobots };
  return buildMapResult(input, listing, start, isIncomplete);
}

function notMappableError(url: string): FetchError {
  return new FetchError('invalid_url', url, `${redactUrl(url)} is not a page that can be mapped`);
}

function createSitemapContext({
  context: { open, now, timeBudgetMs },
  ...shared
}: Pick<SitemapContext, 'links' | 'scope' | 'counterpart' | 'throttle' | 'signal'> & {
  context: MapContext;
}): SitemapContext {
  return { ...shared, open, now, timeBudgetMs, seenKeys: new Set(), budget: createSitemapBudget() };
}

/** Decides which links are kept: only counts those that neither `limit` nor a search can list. */
function retentionFilter({ limit, search = '' }: MapInput): (url: string, keptCount: number) => boolean {
  if (search.trim() === '') return (_, keptCount) => keptCount < limit + spareLinks;
  const matches = createUrlFilter(search);
  return (url, keptCount) => keptCount < searchUrlsMax || (keptCount < searchMatchesMax && matches(url));
}

/**
 * Finds the links of the site from the start page, sitemaps and the crawl.
 *
 * @param page the start page; undefined when it could not be read
 * @returns whether pages are left to visit
 */
async function discoverLinks(
  input: MapInput,
  crawl: CrawlState,
  start: DiscoveredLink,
  page: ScannedPage | undefined,
): Promise<boolean> {
  // The start page's own links come before those of the sitemaps, so that `limit` keeps them.
  if (!input.sitemapOnly && page) await addPageLinks(crawl, page, start);
  const reading = Promise.all([readSitemaps(crawl, start, page), findCounterpart(input, crawl)]);
  if (input.sitemapOnly) {
    await reading;
    return false;
  }
  // Slow sitemaps do not delay the crawl.
  await waitAtMost(reading, Math.min(sitemapGraceMs, crawl.context.timeBudgetMs * sitemapGraceShare));
  const hasPending = await crawlSite(crawl);
  await reading;
  const isPending = crawl.frontier.hasPending() ? await crawlSite(crawl) : hasPending;
  // A search visits pages regardless of the limit.
  if (isPending && !input.search) await compareVariants(crawl, Math.max(input.limit, wholeSiteLinksMax));
  return isPending;
}

/**
 * Finds the site at the counterpart of the start page's host, which is one of the subdomains also when no page links to
 * it. The counterparts of other subdomains are only found by links.
 */
async function findCounterpart(input: MapInput, crawl: CrawlState): Promise<void> {
  const { scope, counterpart, links, hostSitemaps } = crawl;
  if (!input.includeSubdomains || !scope.isMainHost) return;
  await counterpart.decide();
  const { otherPage } = counterpart;
  if (otherPage === undefined) return;
  if (!input.sitemapOnly) links.add(otherPage, { source: 'crawl' });
  await hostSitemaps?.readHost(otherPage);
}

/** Reads the sitemaps that robots.txt and the start page name, then those of other hosts that were found. */
async function readSitemaps(
  { sitemaps, robots, hostSitemaps }: CrawlState,
  { url: startUrl, contentType: startType }: DiscoveredLink,
  page: ScannedPage | undefined,
): Promise<void> {
  if (!sitemaps) return;
  const onPage = page?.sitemaps.flatMap((href) => URL.parse(href, page.baseUrl)?.href ?? []) ?? [];
  // The user may have named a sitemap or feed as the start page.
  const start = !page && /xml|text\/plain/.test(startType) ? [startUrl] : [];
  const named = [...start, ...(await robots.sitemaps(startUrl)), ...onPage];
  await collectSitemaps(sitemaps, new URL(startUrl).origin, named);
  await hostSitemaps?.readNewHosts();
}
