import type { ClientConfig } from '../client-config.ts';
import { encodePathSegment } from '../encode-path-segment.ts';
import type { Job, ScrapeData } from '../generated/operation-types.ts';
import { isJobRunning, type Jobs } from './jobs.ts';
import { type ResultStreamOptions, streamResults } from './stream-results.ts';

/** A page of a crawl. */
export interface CrawlResult {
  /** Position in the order in which the pages ended; `crawlResults` can continue after it. */
  readonly cursor: number;
  /** Position in the order in which the pages were requested, from 0. */
  readonly index: number;
  /** URL that was requested. */
  readonly url: string;
  readonly status: 'succeeded' | 'failed' | 'canceled';
  /** Credits charged. */
  readonly usage: number;
  /** The page, if it was returned. */
  readonly data?: ScrapeData;
  /** Why the page failed. */
  readonly error?: NonNullable<Job['error']>;
}

/** Iterates over the pages of a crawl. */
export const streamCrawlResults = (
  config: ClientConfig,
  jobs: Pick<Jobs, 'get'>,
  id: string,
  options: ResultStreamOptions = {},
): AsyncIterable<CrawlResult> =>
  streamResults<CrawlResult>(
    config,
    {
      path: `/v0/crawl/${encodePathSegment(id)}/results`,
      isRunning: () => isJobRunning(jobs.get, id, options),
    },
    options,
  );
