import type { Frontier } from '../frontier/frontier.ts';
import type { UrlStore } from '../frontier/url-store.ts';
import type { MapContext } from '../map-context.ts';
import type { ThrottledFetcher } from '../politeness/throttled-fetch.ts';
import type { RobotsCache } from '../robots/robots-cache.ts';
import type { SitemapContext } from '../sitemaps/collect-sitemaps.ts';
import type { HostSitemaps } from '../sitemaps/host-sitemaps.ts';
import type { SiteScope } from '../urls/site-scope.ts';
import type { UrlTrapDetector } from '../urls/url-trap-detector.ts';

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
