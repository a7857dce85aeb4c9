import { setTimeout as sleep } from 'node:timers/promises';
import { yieldIfDue } from '@quern/runtime/yield-to-event-loop';
import { CrawlFrontier, type CrawlTarget } from '@quern/web/crawl/frontier/crawl-frontier';
import { HostThrottle } from '@quern/web/crawl/politeness/host-throttle';
import { ThrottledFetcher } from '@quern/web/crawl/politeness/throttled-fetch';
import { RobotsCache } from '@quern/web/crawl/robots/robots-cache';
import { ServiceError } from '../../errors/service-error.ts';
import type { CrawlPages, OpenedCrawl, PageError, PageResult } from '../crawl-pages.ts';
import type { OperationContext } from '../define-operation.ts';
import { CrawlPace } from './crawl-pace.ts';
import { CrawlProgress } from './crawl-progress.ts';
import { createCrawlRules } from './crawl-rules.ts';
import { isCallerError, isRateLimit, SiteHealth } from './page-failures.ts';
import type { CrawlInput, CrawlOutput } from './schema.ts';
import { SiteSitemaps } from './site-sitemaps.ts';

type CrawlContext = Pick<OperationContext, 'engines' | 'signal' | 'progress'>;

/** Pause between two looks at the results, ms. */
const pollMs = 100;
/** Results that are read between two requests for pages. */
const readAtOnce = 20;
/** An attempt requests no further pages after this time, ms. */
const durationMaxMs = 20 * 3_600_000;

/**
 * One attempt of a crawl: requests pages within its pace, and adds their links to its frontier. All it knows is stored
 * before pages are requested, so that a later attempt continues without requesting a page again.
 */
export class SiteCrawl {
  readonly #input: CrawlInput;
  readonly #pages: CrawlPages;
  readonly #context: CrawlContext;
  readonly #frontier: CrawlFrontier;
  readonly #pace: CrawlPace;
  readonly #progress: CrawlProgress;
  readonly #health = new SiteHealth();
  readonly #throttle: HostThrottle;
  readonly #robots: RobotsCache;
  readonly #endMs = performance.now() + durationMaxMs;
  /** Depth of the pages that were requested and whose results were not read, by URL. */
  readonly #depths: Map<string, number>;
  #sitemaps: SiteSitemaps | undefined;
  #scopeUrl: string | null;
  #hasSitemaps: boolean;
  #requested: number;
  #returned: number;
  #readOrder: number;
  #disallowed: number;
  /** Number of URLs of the frontier that are stored. */
  #stored: number;
  #isChanged = false;
  /** Why further pages would fail too. */
  #callerError: PageError | undefined;

  /**
   * Runs a crawl, or continues it.
   *
   * @throws ServiceError the error of the start page, or the one that each further page would have
   */
  static async run(input: CrawlInput, pages: CrawlPages, context: CrawlContext): Promise<CrawlOutput> {
    const opened = await pages.open();
    // Ends the reading of sitemaps with the crawl.
    const ending = new AbortController();
    const signal = AbortSignal.any([context.signal, ending.signal]);
    try {
      return await new SiteCrawl(input, pages, { ...context, signal }, opened).#run(opened.isClosed);
    } finally {
      ending.abort();
    }
  }

  private constructor(input: CrawlInput, pages: CrawlPages, context: CrawlContext, opened: OpenedCrawl) {
    const { engines, signal } = context;
    const { urls, taken, scopeUrl } = opened;
    this.#input = input;
    this.#pages = pages;
    this.#context = context;
    this.#progress = new CrawlProgress(context.progress, input.limit);
    this.#scopeUrl = scopeUrl;
    this.#hasSitemaps = opened.hasSitemaps || input.ignoreSitemap;
    this.#requested = opened.requested;
    this.#returned = opened.returned;
    this.#readOrder = opened.readOrder;
    this.#disallowed = opened.disallowed;
    this.#stored = urls.length;
    this.#frontier = new CrawlFrontier(createCrawlRules(input), { urls, taken, scopeUrl });
    this.#depths = new Map(urls.slice(0, taken).map(({ url, depth }) => [url, depth ?? 0]));
    const now = (): number => performance.now();
    this.#pace = new CrawlPace({ concurrency: input.maxConcurrency, delayMs: input.delay * 1000, now });
    this.#throttle = new HostThrottle(now, signal);
    const { fetch } = new ThrottledFetcher({
      fetch: engines.web.fetch,
      now: engines.now,
      throttle: this.#throttle,
      signal,
    });
    this.#robots = new RobotsCache({
      fetch,
      userAgent: engines.userAgent,
      mode: engines.robots,
      onDelay: (host, delayMs) => {
        this.#throttle.setDelay(host, delayMs);
        this.#pace.requireDelay(delayMs);
      },
    });
  }

  async #run(isClosed: boolean): Promise<CrawlOutput> {
    const { signal } = this.#context;
    if (!isClosed && this.#scopeUrl !== null) this.#startSitemaps(this.#scopeUrl);
    while (!isClosed) {
      signal.throwIfAborted();
      await this.#readResults();
      this.#sitemaps?.update();
      await this.#store();
      await this.#requestPages();
      this.#progress.update(this.#returned, this.#frontier.pageCount);
      if (this.#isDone()) break;
      await sleep(pollMs, undefined, { signal }).catch(() => undefined);
    }
    if (this.#callerError !== undefined) throw this.#createCallerError(this.#callerError);
    const { credits, ...counts } = await this.#pages.close();
    const stoppedBy = this.#stopReason();
    return {
      url: this.#scopeUrl ?? this.#input.url,
      ...counts,
      disallowed: this.#disallowed,
      found: this.#frontier.pageCount,
      ...(stoppedBy === undefined ? {} : { stoppedBy }),
      usage: credits,
    };
  }

  /** Number of pages that were requested and whose results were not read. */
  get #open(): number {
    return this.#requested - this.#readOrder;
  }

  #isDone(): boolean {
    if (this.#open > 0) return false;
    return this.#mustStop() || (!this.#frontier.hasNext && this.#sitemaps?.isReading !== true);
  }

  /** Whether no further pages are requested. */
  #mustStop(): boolean {
    return (
      this.#callerError !== undefined ||
      this.#health.isDown ||
      this.#returned >= this.#input.limit ||
      performance.now() >= this.#endMs
    );
  }

  #stopReason(): CrawlOutput['stoppedBy'] {
    if (this.#health.isDown) return 'site_unavailable';
    if (!this.#frontier.hasNext) return undefined;
    return this.#returned >= this.#input.limit ? 'limit' : 'time';
  }

  async #readResults(): Promise<void> {
    const results = await this.#pages.readResults(this.#readOrder, readAtOnce);
    for (const result of results) {
      await this.#readResult(result);
      this.#readOrder = result.order;
      this.#isChanged = true;
    }
  }

  async #readResult({ url, error, load }: PageResult): Promise<void> {
    const depth = this.#depths.get(url) ?? 0;
    this.#depths.delete(url);
    this.#pace.pageEnded();
    this.#health.record(error);
    if (error === undefined) {
      this.#returned += 1;
      await this.#addLinks({ url, depth }, await load());
      return;
    }
    if (isCallerError(error)) {
      this.#callerError = error;
      this.#frontier.addAgain({ url, depth });
      return;
    }
    if (isRateLimit(error)) this.#pace.limitRate();
    if (this.#scopeUrl === null) throw new ServiceError(error.code, error.message);
  }

  async #addLinks({ url, depth }: CrawlTarget, result: string | undefined): Promise<void> {
    const { engines, signal } = this.#context;
    const page =
      result === undefined ? undefined : await engines.pool.run('readPageLinks', result, { signal });
    const { finalUrl, links } = page ?? { finalUrl: url, links: [] };
    if (this.#scopeUrl === null) {
      this.#scopeUrl = finalUrl;
      this.#frontier.start(finalUrl);
      this.#startSitemaps(finalUrl);
    } else if (finalUrl !== url) {
      this.#frontier.addRedirect(finalUrl);
    }
    for (const link of links) {
      const pause = yieldIfDue();
      if (pause) await pause;
      if (!link.nofollow || engines.robots === 'ignore') this.#frontier.add(link.url, { depth: depth + 1 });
    }
  }

  #startSitemaps(scopeUrl: string): void {
    if (this.#hasSitemaps || this.#input.maxDepth === 0) return;
    const { engines, signal } = this.#context;
    const { includeSubdomains } = this.#input;
    this.#sitemaps = new SiteSitemaps(scopeUrl, {
      frontier: this.#frontier,
      robots: this.#robots,
      throttle: this.#throttle,
      engines,
      includeSubdomains,
      signal,
    });
    this.#sitemaps.start();
  }

  /** Stores what was read and found. */
  async #store(): Promise<void> {
    const isReading = this.#sitemaps?.isReading === true;
    const hasSitemaps = this.#hasSitemaps || (this.#sitemaps !== undefined && !isReading);
    const urls = this.#frontier.since(this.#stored);
    if (!this.#isChanged && urls.length === 0 && hasSitemaps === this.#hasSitemaps) return;
    const state = {
      scopeUrl: this.#scopeUrl,
      hasSitemaps,
      readOrder: this.#readOrder,
      taken: this.#frontier.taken,
      disallowed: this.#disallowed,
    };
    await this.#pages.record(state, this.#stored, urls);
    this.#stored += urls.length;
    this.#hasSitemaps = hasSitemaps;
    this.#isChanged = false;
  }

  async #requestPages(): Promise<void> {
    const requested: CrawlTarget[] = [];
    const taken = this.#frontier.taken;
    while (this.#mayRequest(requested.length)) {
      const target = this.#frontier.next(this.#stored);
      if (target === undefined) break;
      if (await this.#isAllowed(target)) requested.push(target);
      else this.#disallowed += 1;
    }
    if (this.#frontier.taken === taken) return;
    const { scrape } = this.#input;
    // The crawl continues with the links of a page, whatever else is asked for.
    const formats = [...new Set([...scrape.formats, 'links' as const])];
    await this.#pages.add(
      { taken: this.#frontier.taken, disallowed: this.#disallowed },
      requested.map(({ url }) => ({ url, input: { ...scrape, formats, url } })),
    );
    for (const { url, depth } of requested) this.#depths.set(url, depth);
    this.#requested += requested.length;
  }

  /** @param added number of pages that are about to be requested */
  #mayRequest(added: number): boolean {
    const open = this.#open + added;
    const concurrency = this.#scopeUrl === null ? 1 : this.#pace.concurrency;
    return (
      !this.#mustStop() &&
      this.#pace.isReady &&
      open < concurrency &&
      this.#returned + open < this.#input.limit
    );
  }

  /** @throws ServiceError `blocked` if robots.txt disallows the start page */
  async #isAllowed({ url, depth }: CrawlTarget): Promise<boolean> {
    if (await this.#robots.allows(url)) return true;
    this.#context.signal.throwIfAborted();
    if (depth > 0) return false;
    // A page that a user names is requested if robots.txt cannot be read.
    if (await this.#robots.isUnreachable(url)) return true;
    throw new ServiceError(
      'blocked',
      `robots.txt of ${new URL(url).host} disallows ${url}; the operator can set QUERN_ROBOTS=ignore`,
    );
  }

  #createCallerError({ code, message }: PageError): ServiceError {
    return new ServiceError(code, `the crawl stopped after ${this.#returned} pages: ${message}`);
  }
}
