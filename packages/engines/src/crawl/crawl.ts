import type { SitemapTask } from './collect-sitemaps.ts';
import type { MapContext } from './crawl-context.ts';
import type { HostSitemaps } from './host-sitemaps.ts';
import type { LinkCollection } from './link-collection.ts';
import type { Requester } from './polite-requests.ts';
import type { RobotsRules } from './robots-rules.ts';
import type { SiteScope } from './site-scope.ts';
import type { TrapGuard } from './url-traps.ts';
import type { VisitQueue } from './visit-queue.ts';

/** What the steps of one map share. */
export interface Crawl {
  readonly context: MapContext;
  readonly links: LinkCollection;
  readonly queue: VisitQueue;
  readonly requester: Requester;
  readonly robots: RobotsRules;
  readonly scope: SiteScope;
  readonly traps: TrapGuard;
  readonly signal: AbortSignal;
  /** Absent when sitemaps and feeds are not to be read. */
  readonly sitemaps: SitemapTask | undefined;
  /** Absent unless subdomains are in scope and their sitemaps are to be read. */
  readonly hosts: HostSitemaps | undefined;
  readonly enough: () => boolean;
}
