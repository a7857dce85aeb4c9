/** A URL that a crawl has found. */
export interface CrawlUrl {
  readonly url: string;
  /** Number of links from the start page to it; null if its page was crawled under another URL. */
  readonly depth: number | null;
}

/** Progress of a crawl. All of it is stored, so that another attempt continues there. */
export interface CrawlProgress {
  /** URL of the start page after redirects; null until that page was read. */
  readonly scopeUrl: string | null;
  /** Whether the sitemaps were read. */
  readonly hasSitemaps: boolean;
  /** Number of results whose links were read, in the order in which the pages ended. */
  readonly readOrder: number;
  /** Number of the found URLs that were requested or left out, the first ones. */
  readonly taken: number;
  /** Number of those that robots.txt disallows. */
  readonly disallowed: number;
}

/** A crawl as an attempt finds it. */
export interface StoredCrawl extends CrawlProgress {
  /** Number of pages that were requested. */
  readonly requested: number;
  /** Number of pages among the results that were read. */
  readonly returned: number;
  /** All URLs that were found, in that order. */
  readonly urls: readonly CrawlUrl[];
  /** Whether an earlier attempt has ended the crawl, and only its own end is still to be recorded. */
  readonly isClosed: boolean;
}

/** A page to request. */
export interface CrawlPage {
  /** Id of the job of the page. */
  readonly jobId: string;
  readonly url: string;
  /** The encoded input of `scrape`. */
  readonly input: string;
}

/** The sums of a crawl. */
export interface CrawlTotals {
  readonly succeeded: number;
  readonly failed: number;
  readonly credits: number;
}
