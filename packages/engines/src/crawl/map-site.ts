import { FetchError } from '../web/fetch/fetch-error.ts';
import { collectSitemaps, type SitemapTask } from './collect-sitemaps.ts';
import type { MapContext } from './crawl-context.ts';
import { type Crawl, crawlSite, takeInPage } from './crawl-site.ts';
import { enrichLinks } from './enrich-links.ts';
import { createHostPacer } from './host-pacer.ts';
import { createLinkCollection, type FoundLink, type LinkSource } from './link-collection.ts';
import { createRequester } from './polite-requests.ts';
import { rankLinks } from './rank-links.ts';
import { createRobotsRules } from './robots-rules.ts';
import { createSiteScope } from './site-scope.ts';
import { fetchStartPage, type StartPage } from './start-page.ts';
import { createTrapGuard } from './url-traps.ts';

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
  const robots = createRobotsRules(requester, { userAgent: context.userAgent, mode: context.robots });
  const start = await fetchStartPage(input.url, context, requester, robots);
  const scope = createSiteScope(start.url, input.includeSubdomains);
  const links = createLinkCollection(scope);
  const first = links.add(start.url, { source: 'crawl', depth: 0 });
  if (!first)
    throw (
      start.error ?? new FetchError('invalid_url', start.url, `${start.url} is no page that can be mapped`)
    );
  const page = await start.read({ links, context }, first);
  pacer.setDelay(new URL(start.url).host, await robots.delayMs(start.url));

  const sitemaps: SitemapTask | undefined = input.ignoreSitemap
    ? undefined
    : { context, links, pacer, signal, seen: new Set() };
  const named = [
    ...(await robots.sitemaps(start.url)),
    ...(page?.sitemaps ?? []).flatMap((href) => URL.parse(href, start.url)?.href ?? []),
  ];
  const crawl: Crawl = {
    context,
    links,
    requester,
    robots,
    scope,
    traps: createTrapGuard(),
    signal,
    sitemaps,
    enough: () => links.full || (!input.search && links.size > input.limit),
  };
  // The start page's own links come before the thousands of a sitemap, so that `limit` keeps them.
  let undone = false;
  if (!input.sitemapOnly && page) await takeInPage(crawl, page, first);
  if (sitemaps) await collectSitemaps(sitemaps, new URL(start.url).origin, named);
  if (links.size <= 1 && start.error) throw start.error;
  if (!input.sitemapOnly) undone = await crawlSite(crawl);
  const cut = undone || links.full || signal.aborted;
  return listLinks(input, { ...crawl, signal: clock.all }, first, start, cut);
}

async function listLinks(
  input: MapInput,
  crawl: Crawl,
  first: FoundLink,
  start: StartPage,
  cut: boolean,
): Promise<SiteMap> {
  const found = crawl.links.list();
  const search = input.search?.trim() ?? '';
  const ranked: { link: FoundLink; score?: number }[] =
    search === ''
      ? [first, ...found.filter((link) => link !== first)].map((link) => ({ link }))
      : rankLinks(
          found.map((link) => ({ ...link, title: `${link.title} ${link.text}`, original: link })),
          search,
        ).map(({ link, score }) => ({ link: link.original, score }));
  const chosen = ranked.slice(0, input.limit);
  let complete = true;
  if (input.enrichLinks) {
    const requester = createRequester(
      crawl.context,
      createHostPacer(crawl.context.now, crawl.signal),
      crawl.signal,
    );
    complete = await enrichLinks(
      { ...crawl, requester },
      chosen.map(({ link }) => link),
    );
  }
  const sources = { sitemap: 0, crawl: 0, feed: 0 };
  for (const { link } of ranked) sources[link.source]++;
  const listed = chosen.filter(({ link }) => !link.removed || link === first);
  const total = ranked.length - (chosen.length - listed.length);
  return {
    url: start.url,
    links: listed.map(({ link, score }) => toMapLink(link, score, input.enrichLinks)),
    total,
    truncated: cut || !complete || total > listed.length,
    sources,
  };
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
