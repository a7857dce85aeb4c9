/** Pause after a page whose site asks for fewer requests, ms. */
const rateLimitPauseMs = 10_000;

/** Limits the pages that are crawled at the same time, and the time between them. */
export class CrawlPace {
  readonly #now: () => number;
  readonly #concurrency: number;
  #delayMs: number;
  #notBeforeMs = 0;
  #isSlow = false;

  /** @param options.now the current time in milliseconds */
  constructor(options: {
    readonly concurrency: number;
    readonly delayMs: number;
    readonly now: () => number;
  }) {
    this.#now = options.now;
    this.#concurrency = options.concurrency;
    this.#delayMs = options.delayMs;
  }

  /** Maximum number of pages that are crawled at the same time. */
  get concurrency(): number {
    return this.#delayMs > 0 || this.#isSlow ? 1 : this.#concurrency;
  }

  /** Whether the pause after the last page is over. */
  get isReady(): boolean {
    return this.#now() >= this.#notBeforeMs;
  }

  /** Keeps at least this time between two pages. */
  requireDelay(delayMs: number): void {
    this.#delayMs = Math.max(this.#delayMs, delayMs);
  }

  /** Counts the delay from the end of a page, so that the requests to the site are never closer. */
  pageEnded(): void {
    this.#pause(this.#delayMs);
  }

  /** Slows down for the rest of the crawl. */
  limitRate(): void {
    this.#isSlow = true;
    this.#pause(rateLimitPauseMs);
  }

  #pause(pauseMs: number): void {
    this.#notBeforeMs = Math.max(this.#notBeforeMs, this.#now() + pauseMs);
  }
}
