import { requirePermittedOptions } from '../../scrape-options/require-permitted-options.ts';
import { requireTimeForWaits } from '../../scrape-options/require-time-for-waits.ts';
import { defineOperation } from '../define-operation.ts';
import examples from './examples.data.json' with { type: 'json' };
import { crawlInput, crawlOutput } from './schema.ts';
import { SiteCrawl } from './site-crawl.ts';

/** Converts the pages of a website to Markdown. */
export const operation = defineOperation({
  name: 'crawl',
  title: 'Crawl a website',
  description:
    'Converts the pages of a website to Markdown, as `scrape` does, from a start page along its links and sitemaps. It is always a job: its pages are returned by `GET /v0/crawl/{id}/results` as they come.',
  consumes: ['application/json'],
  input: crawlInput,
  primaryInput: 'url',
  output: crawlOutput,
  errors: ['invalid_url', 'forbidden_address', 'fetch_failed', 'target_status', 'blocked', 'fetch_timeout'],
  examples,
  timeLimitMs: 60_000,
  price: { minimum: 1, label: '1 credit per page returned', compute: () => 0 },
  priceMax: ({ limit }) => limit,
  isCoordinator: true,
  requirePermitted: ({ scrape }, { scrapeOptions, renderTimeMs }) => {
    requirePermittedOptions(scrape, scrapeOptions);
    requireTimeForWaits(scrape, renderTimeMs);
  },
  run: async ({ input, pages, ...context }) => {
    if (pages === undefined) throw new Error('a crawl must run as a job');
    return SiteCrawl.run(input, pages, context);
  },
});
