import { yieldIfDue } from '@quern/runtime/yield-to-event-loop';
import { collapseWhitespace } from '@quern/text/collapse-whitespace';
import type { DiscoveredLink } from '../frontier/url-store.ts';
import type { ScannedPage } from '../link-extraction/scan-page.ts';
import { fetchSitemaps } from '../sitemaps/collect-sitemaps.ts';
import { normalizeUrl } from '../urls/normalize-url.ts';
import type { CrawlState } from './crawl-state.ts';
import { visitPage } from './visit-page.ts';

/** Links deeper than this are listed but not visited. */
const depthMax = 30;
const pagesMax = 10_000;
const workers = 8;
const linkTextMax = 200;
/** The rest of the progress is for enriching and listing. */
const progressMax = 0.95;

/**
 * Adds the links of a page that belong to the site and are not crawler traps, and queues them for the crawl unless they
 * are nofollow. Reads the feeds that the page names, unless sitemaps and feeds are not read.
 */
export async function addPageLinks(
  crawl: CrawlState,
  page: ScannedPage,
  from: DiscoveredLink,
): Promise<void> {
  const depth = (from.depth ?? 0) + 1;
  const obeysRobots = crawl.context.robots === 'obey';
  for (const link of page.links) {
    const pause = yieldIfDue();
    if (pause) await pause;
    const normalized = normalizeUrl(link.href, page.baseUrl);
    if (!normalized || !crawl.scope.includesHost(normalized.host)) continue;
    const decision = crawl.counterpart.prepareFor(normalized.url);
    if (decision) await decision;
    if (!crawl.scope.includesHost(normalized.host)) continue;
    const known = crawl.links.get(normalized);
    if (!known && !crawl.trapDetector.accepts(normalized.url)) continue;
    const wasFollowed = known?.follow === true;
    const nofollow = obeysRobots && (page.nofollow || link.nofollow === true);
    const text = collapseWhitespace(link.text).slice(0, linkTextMax);
    const added = crawl.links.add(normalized.url, { source: 'crawl', depth, text, nofollow });
    const found = added ?? known;
    if (found?.follow && !wasFollowed && depth <= depthMax) crawl.frontier.push(found);
  }
  if (crawl.sitemaps) {
    const feeds = page.feeds.flatMap((href) => URL.parse(href, page.baseUrl)?.href ?? []);
    for (const url of feeds) await crawl.counterpart.prepareFor(url);
    await fetchSitemaps(
      crawl.sitemaps,
      feeds.filter((url) => crawl.scope.includes(url)),
      'feed',
    );
  }
  await crawl.hostSitemaps?.readNewHosts();
}

/**
 * Visits the pages of the site breadth-first and adds their links. Ends when all have been visited, when there are
 * enough links, or when the signal is aborted.
 *
 * @returns whether pages are left to visit
 */
export async function crawlSite(crawl: CrawlState): Promise<boolean> {
  const { frontier, signal, context } = crawl;
  let visited = 0;
  let running = 0;
  /** Resolve the waits of idle workers. */
  const idleWorkers: (() => void)[] = [];
  const worker = async () => {
    while (!signal.aborted && !crawl.hasEnough() && visited < pagesMax) {
      const link = frontier.next();
      if (!link) {
        if (running === 0) return;
        // A page that is being visited may add links.
        await new Promise<void>((resolve) => {
          idleWorkers.push(resolve);
        });
        continue;
      }
      visited++;
      running++;
      try {
        const visit = await visitPage(crawl, link);
        if (visit) await addPageLinks(crawl, visit.page, visit.link);
        const share = visited / (visited + frontier.length + 1);
        context.progress?.(Math.min(progressMax, share), link.url);
      } finally {
        running--;
        for (const wake of idleWorkers.splice(0)) wake();
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return frontier.hasPending();
}
