import { yieldIfDue } from '@quern/runtime/yield-to-event-loop';
import { collapseWhitespace } from '../../page/collapse-whitespace.ts';
import type { DiscoveredLink } from '../frontier/url-store.ts';
import type { ScannedPage } from '../link-extraction/scan-page.ts';
import { fetchSitemaps } from '../sitemaps/collect-sitemaps.ts';
import { normalizeUrl } from '../urls/normalize-url.ts';
import type { CrawlState } from './crawl-state.ts';
import { visitPage } from './visit-page.ts';

const depthMax = 30;
const pagesMax = 10_000;
const workers = 8;
const linkTextMax = 200;

/**
 * Adds what a page links to: what is of the site and no trap. What it says not to follow is listed, but not
 * put in the line of what is visited. Feeds it names are read, unless they are not wanted.
 */
export async function addPageLinks(
  crawl: CrawlState,
  page: ScannedPage,
  from: DiscoveredLink,
): Promise<void> {
  const depth = (from.depth ?? 0) + 1;
  const obeys = crawl.context.robots === 'obey';
  for (const link of page.links) {
    const pause = yieldIfDue();
    if (pause) await pause;
    const normal = normalizeUrl(link.href, page.baseUrl);
    if (!normal || !crawl.scope.includesHost(normal.host)) continue;
    const known = crawl.links.get(normal.key);
    if (!known && !crawl.trapDetector.accepts(normal.url)) continue;
    const followed = known?.follow === true;
    const nofollow = obeys && (page.nofollow || link.nofollow === true);
    const text = collapseWhitespace(link.text).slice(0, linkTextMax);
    const found = crawl.links.add(normal.url, { source: 'crawl', depth, text, nofollow }) ?? known;
    if (found?.follow && !followed && depth <= depthMax) crawl.frontier.push(found);
  }
  if (crawl.sitemaps) {
    const feeds = page.feeds.flatMap((href) => URL.parse(href, page.baseUrl)?.href ?? []);
    await fetchSitemaps(
      crawl.sitemaps,
      feeds.filter((url) => crawl.scope.includes(url)),
      'feed',
    );
  }
  await crawl.hostSitemaps?.readNewHosts();
}

/**
 * Visits the site breadth-first, adding what its pages link to. Ends when nothing is left, when there is
 * `enough`, or when the signal says so; true when it ended with work undone.
 */
export async function crawlSite(crawl: CrawlState): Promise<boolean> {
  const { frontier: queue, signal, context } = crawl;
  let visited = 0;
  let running = 0;
  let sleepers: (() => void)[] = [];
  const wakeAll = () => {
    for (const wake of sleepers.splice(0)) wake();
  };
  const worker = async () => {
    for (;;) {
      if (signal.aborted || crawl.hasEnough() || visited >= pagesMax) return;
      const link = queue.next();
      if (!link) {
        if (running === 0) return;
        await new Promise<void>((resolve) => {
          sleepers.push(resolve);
        });
        continue;
      }
      visited++;
      running++;
      try {
        const page = await visitPage(crawl, link);
        if (page) await addPageLinks(crawl, page.page, page.link);
        context.progress?.(Math.min(0.95, visited / (visited + queue.length + 1)), link.url);
      } finally {
        running--;
        wakeAll();
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  sleepers = [];
  return queue.hasPending();
}
