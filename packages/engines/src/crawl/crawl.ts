import type { SitemapContext } from './collect-sitemaps.ts';
import type { MapContext } from './crawl-context.ts';
import type { HostSitemaps } from './host-sitemaps.ts';
import type { UrlStore } from './link-collection.ts';
import type { ThrottledFetcher } from './polite-requests.ts';
import type { RobotsCache } from './robots-rules.ts';
import type { SiteScope } from './site-scope.ts';
import type { UrlTrapDetector } from './url-traps.ts';
import type { Frontier } from './visit-queue.ts';

/** What the steps of one map share. */
export interface CrawlState {
  readonly context: MapContext;
  readonly links: UrlStore;
  readonly frontier: Frontier;
  readonly fetcher: ThrottledFetcher;
  readonly robots: RobotsCache;
  readonly scope: SiteScope;
  readonly trapDetector: UrlTrapDetector;
  readonly signal: AbortSignal;
  /** Absent when sitemaps and feeds are not to be read. */
  readonly sitemaps: SitemapContext | undefined;
  /** Absent unless subdomains are in scope and their sitemaps are to be read. */
  readonly hostSitemaps: HostSitemaps | undefined;
  readonly hasEnough: () => boolean;
}
