import { mapSite } from '@quern/web/crawl/map/map-site';
import { defineOperation } from '../define-operation.ts';
import { mapExample, mapInput, mapOutput } from './schema.ts';

export const map = defineOperation({
  name: 'map',
  title: 'Map a website',
  description:
    'Lists the pages of a website from its sitemaps, its feeds and its links. What robots.txt disallows or a page marks nofollow is listed, but not visited.',
  consumes: ['application/json'],
  input: mapInput,
  output: mapOutput,
  example: mapExample,
  timeLimitMs: 300_000,
  price: { least: 5, text: '5 credits per request', of: () => 5 },
  run: ({ search, ...input }, _prepared, { engines, signal, progress }) =>
    mapSite(search === undefined ? input : { ...input, search }, {
      fetch: engines.web.fetch,
      open: engines.web.open,
      now: engines.now,
      signal,
      progress,
      timeBudgetMs: engines.mapTimeMs,
      robots: engines.robots,
      userAgent: engines.userAgent,
    }),
});
