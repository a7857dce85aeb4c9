import type { JsonFragment } from '@quern/runtime/json-fragment';
import { fetchFollowingRefresh } from '@quern/web/fetch/follow-refresh';
import type { FetchedResource, FetchOptions } from '@quern/web/fetch/guarded-fetch';
import { ServiceError } from '../../errors/service-error.ts';
import { defineOperation, type OperationContext } from '../define-operation.ts';
import { type ConvertedTarget, convertTarget } from './convert-target.ts';
import { renderIfNeeded } from './render-if-needed.ts';
import { scrapeExample, scrapeInput, scrapeOutput } from './schema.ts';

const pageBytesMax = 32 * 1024 * 1024;
const accept =
  'text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.8,application/pdf;q=0.8,application/rss+xml;q=0.8,*/*;q=0.5';

export const scrape = defineOperation({
  name: 'scrape',
  title: 'Turn a web page into markdown',
  description: 'Fetches a web page and gives its main content as markdown, its metadata and its links.',
  consumes: ['application/json'],
  input: scrapeInput,
  output: scrapeOutput,
  example: scrapeExample,
  timeLimitMs: 120_000,
  cost: { resource: 'threads', baseMs: 150, perByteMs: 0 },
  price: { least: 1, text: '1 credit per request', of: () => 1 },
  storedResult: { path: 'scrapes', field: 'scrape_id', idPrefix: 'scr_' },
  run: async ({ url }, _prepared, context) => {
    const { engines, signal, progress } = context;
    const requireRobots = (hop: string): Promise<void> => requirePermission(hop, context);
    const options: FetchOptions = {
      signal,
      timeoutMs: engines.fetchTimeMs,
      bytesMax: pageBytesMax,
      accept,
      beforeRequest: requireRobots,
    };
    const resource = await fetchFollowingRefresh(engines.web.fetch, url, options);
    progress(0.4, 'the page is here');
    const plain = await convertTarget(resource, context);
    const rendered = await renderIfNeeded(resource, plain, requireRobots, context);
    const { converted } = rendered ?? plain;
    const markdown = await contentOf(resource, converted, context);
    return {
      markdown,
      metadata: {
        ...converted.page.metadata,
        html: converted.kind === 'html' ? converted.text : '',
        statusCode: resource.status,
        contentType: resource.contentType,
        finalUrl: rendered?.url ?? resource.url,
        rendered: rendered !== undefined,
      },
      scrape_id: '',
      links: converted.page.links,
    };
  },
});

async function contentOf(
  resource: FetchedResource,
  converted: ConvertedTarget['converted'],
  { engines, signal }: OperationContext,
): Promise<string | JsonFragment> {
  switch (converted.kind) {
    case 'pdf':
      return (await engines.pool.run('readDocument', resource.body, { signal, jsonFields: ['text'] })).text;
    case 'image':
      return (await engines.ocr.recognize(resource.body, { signal })).text;
    case 'other':
      throw new ServiceError(
        'fetch_failed',
        `${resource.url} is ${resource.contentType || 'of an unknown type'}, which cannot be turned into markdown`,
      );
    default:
      return converted.markdown;
  }
}

async function requirePermission(url: string, { engines, signal }: OperationContext): Promise<void> {
  if (engines.robots === 'ignore' || (await engines.isAllowedByRobots(url, signal))) return;
  throw new ServiceError(
    'blocked',
    `robots.txt of ${new URL(url).host} forbids ${url}; the operator can set QUERN_ROBOTS=ignore`,
  );
}
