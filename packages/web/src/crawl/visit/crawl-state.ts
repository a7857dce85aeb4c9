import type { CounterpartDecision } from '../counterpart/counterpart-decision.ts';
import type { Frontier } from '../frontier/frontier.ts';
import type { UrlStore } from '../frontier/url-store.ts';
import type { MapContext } from '../map-context.ts';
import type { ThrottledFetcher } from '../politeness/throttled-fetch.ts';
import type { RobotsRules } from '../robots/robots-cache.ts';
import type { SitemapContext } from '../sitemaps/collect-sitemaps.ts';
import type { HostSitemaps } from '../sitemaps/host-sitemaps.ts';
import type { SiteScope } from '../urls/site-scope.ts';
import type { UrlTrapDetector } from '../urls/url-trap-detector.ts';

/** State shared by the steps of one map. */
export interface CrawlState {
  readonly context: MapContext;
  readonly links: UrlStore;
  readonly frontier: Frontier;
  readonly fetcher: ThrottledFetcher;
  readonly robots: RobotsRules;
  readonly scope: SiteScope;
  /** Decides whether the host with or without `www.` is the same site. */
  readonly counterpart: CounterpartDecision;
  readonly trapDetector: UrlTrapDetector;
  readonly signal: AbortSignal;
  /** Undefined when sitemaps and feeds are not read. */
  readonly sitemaps: SitemapContext | undefined;
  /** Undefined unless subdomains are in scope and their sitemaps are read. */
  readonly hostSitemaps: HostSitemaps | undefined;
  /** Whether enough links were found for the requested limit. */
  readonly hasEnough: () => boolean;
}
