import { mapSite } from '@quern/web/crawl/map/map-site';
import { defineOperation } from '../define-operation.ts';
import examples from './examples.data.json' with { type: 'json' };
import { mapInput, mapOutput } from './schema.ts';

/** Lists the pages of a website. */
export const operation = defineOperation({
  name: 'map',
  title: 'Map a website',
  description:
    'Lists the pages of a website from its sitemaps, feeds, and links. Pages that robots.txt disallows or that are linked with nofollow are listed but not visited.',
  consumes: ['application/json'],
  input: mapInput,
  primaryInput: 'url',
  output: mapOutput,
  errors: ['invalid_url', 'forbidden_address', 'fetch_failed', 'target_status', 'blocked', 'fetch_timeout'],
  examples,
  timeLimitMs: 300_000,
  runningJobsMax: 16,
  price: { minimum: 5, label: '5 credits per request', compute: () => 5 },
  run: ({ input: { search, ...input }, engines, signal, progress }) =>
    mapSite(search === undefined ? input : { ...input, search }, {
      fetch: engines.web.fetch,
      open: engines.web.open,
      now: engines.now,
      signal,
      progress,
      timeBudgetMs: engines.mapTimeMs,
      robots: engines.robots,
      userAgent: engines.userAgent,
      describeDocument: (bytes) => engines.pool.run('describeDocument', { bytes }, { signal }),
    }),
});
