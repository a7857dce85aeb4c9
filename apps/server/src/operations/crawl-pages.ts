import type { ErrorCode } from '../errors/error-codes.ts';

/** A URL that a crawl has found; without a depth if its page was crawled under another URL. */
export interface FoundPage {
  readonly url: string;
  /** Number of links from the start page to it. */
  readonly depth: number | null;
}

/** Progress of a crawl, which another attempt continues. */
export interface CrawlState {
  /** URL of the start page after redirects; null until that page was read. */
  readonly scopeUrl: string | null;
  readonly hasSitemaps: boolean;
  /** Number of results that were read. */
  readonly readOrder: number;
  /** Number of the first URLs that were requested or left out. */
  readonly taken: number;
  /** Number of those that robots.txt disallows. */
  readonly disallowed: number;
}

/** A crawl as an attempt finds it. */
export interface OpenedCrawl extends CrawlState {
  /** Number of pages that were requested. */
  readonly requested: number;
  /** Number of pages among the results that were read. */
  readonly returned: number;
  readonly urls: readonly FoundPage[];
  /** Whether an earlier attempt has closed it. */
  readonly isClosed: boolean;
}

/** A page whose request has ended. */
export interface PageResult {
  /** Position in the order in which the pages ended, from 1. */
  readonly order: number;
  readonly url: string;
  /** Why it failed; undefined if it has not. */
  readonly error: PageError | undefined;
  /** Returns the result as JSON; undefined if there is none. */
  load(): Promise<string | undefined>;
}

/** Why a page could not be crawled. */
export interface PageError {
  readonly code: ErrorCode;
  readonly message: string;
  /** HTTP status of the site's response, if that is the reason. */
  readonly targetStatus: number | undefined;
}

/** The requested pages of a crawl, which run as separate jobs, and the stored state of the crawl. */
export interface CrawlPages {
  /** Creates the crawl, or returns what earlier attempts have done. */
  open(): Promise<OpenedCrawl>;
  /** Stores the progress, and URLs that were found after `known` others. */
  record(state: CrawlState, known: number, urls: readonly FoundPage[]): Promise<void>;
  /** Requests pages, and stores how many URLs were taken. */
  add(
    state: Pick<CrawlState, 'taken' | 'disallowed'>,
    pages: readonly { readonly url: string; readonly input: object }[],
  ): Promise<void>;
  /** Lists pages that have ended, in that order, after one of them. */
  readResults(after: number, limit: number): Promise<readonly PageResult[]>;
  /** Ends the crawl. @returns the number of its pages by their state, and the credits that they cost */
  close(): Promise<{ readonly succeeded: number; readonly failed: number; readonly credits: number }>;
}
