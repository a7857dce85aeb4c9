import type { CrawlService } from '../../crawls/crawl-service.ts';
import { defineKeyEndpoint, type KeyEndpoint } from '../endpoints/key-endpoint.ts';
import { resultStreamQuery } from '../endpoints/result-stream-query.ts';

/** The endpoints of crawls, apart from the operation that starts them. */
export const crawlEndpoints: readonly KeyEndpoint<CrawlService>[] = [
  defineKeyEndpoint({
    operationId: 'getCrawlResults',
    name: 'crawls',
    method: 'GET',
    path: '/v0/crawl/:id/results',
    summary: 'Stream the pages of a crawl',
    description:
      'A line of JSON for each page that was requested, in the order in which they end: `{cursor, index, url, status, usage, data | error}`, where `data` is a result of `scrape`. `id` is that of the job. The stream ends with the last page so far or, with `follow=true`, with that of the crawl. A line’s `cursor` continues after it.',
    errors: ['not_found', 'invalid_parameters'],
    query: resultStreamQuery,
    response: 'lines',
    handle: async ({ id, key, query, signal }, crawls: CrawlService) =>
      crawls.streamResults(id, key, { ...query, signal }),
  }),
];
