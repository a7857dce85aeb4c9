import type { CrawlFrontier } from '@quern/web/crawl/frontier/crawl-frontier';
import type { HostThrottle } from '@quern/web/crawl/politeness/host-throttle';
import type { RobotsRules } from '@quern/web/crawl/robots/robots-cache';
import { collectSitemaps, type SitemapContext } from '@quern/web/crawl/sitemaps/collect-sitemaps';
import { HostSitemaps } from '@quern/web/crawl/sitemaps/host-sitemaps';
import { createSitemapBudget } from '@quern/web/crawl/sitemaps/sitemap-budget';
import type { Engines } from '../../engines/engines.ts';

/** The parts of a crawl that the reading of its sitemaps needs. */
export interface SiteSitemapsOptions {
  readonly frontier: CrawlFrontier;
  readonly robots: RobotsRules;
  readonly throttle: HostThrottle;
  readonly engines: Pick<Engines, 'web' | 'now' | 'mapTimeMs'>;
  readonly includeSubdomains: boolean;
  readonly signal: AbortSignal;
}

/** Reads the sitemaps of a site, and those of its other hosts as they are found, while pages are crawled. */
export class SiteSitemaps {
  readonly #robots: RobotsRules;
  readonly #context: SitemapContext;
  readonly #hosts: HostSitemaps | undefined;
  readonly #startUrl: string;
  #reading: Promise<void> | undefined;
  #error: unknown;

  /** @param startUrl of the site, after redirects */
  constructor(startUrl: string, options: SiteSitemapsOptions) {
    const { frontier, robots, throttle, engines, includeSubdomains, signal } = options;
    const { site } = frontier;
    if (site === undefined) throw new Error('the start page was not read');
    this.#startUrl = startUrl;
    this.#robots = robots;
    this.#context = {
      links: frontier,
      scope: site,
      counterpart: { prepareFor: () => undefined },
      throttle,
      signal,
      open: engines.web.open,
      now: engines.now,
      timeBudgetMs: engines.mapTimeMs,
      seenKeys: new Set(),
      budget: createSitemapBudget(),
    };
    this.#hosts = includeSubdomains ? new HostSitemaps(this.#context, robots, startUrl) : undefined;
  }

  /** Whether sitemaps are being read. */
  get isReading(): boolean {
    return this.#reading !== undefined;
  }

  /** Starts to read the sitemaps that robots.txt names, or those at common paths. */
  start(): void {
    this.#run(async () => {
      const named = await this.#robots.sitemaps(this.#startUrl);
      await collectSitemaps(this.#context, new URL(this.#startUrl).origin, named);
    });
  }

  /** Reads the sitemaps of hosts that were found since the last call. @throws the error of earlier reading */
  update(): void {
    if (this.#error !== undefined) throw this.#error;
    const hosts = this.#hosts;
    if (hosts !== undefined && !this.isReading) this.#run(() => hosts.readNewHosts());
  }

  #run(read: () => Promise<void>): void {
    this.#reading = read()
      .catch((error: unknown) => {
        this.#error = error;
      })
      .finally(() => {
        this.#reading = undefined;
      });
  }
}
