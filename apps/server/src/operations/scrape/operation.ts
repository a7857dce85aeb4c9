import type { JsonFragment } from '@quern/runtime/json-fragment';
import type { FetchedResource, FetchOptions } from '@quern/web/fetch/fetched-resource';
import { fetchFollowingRefresh } from '@quern/web/fetch/follow-refresh';
import { ServiceError } from '../../errors/service-error.ts';
import { defineOperation, type OperationContext } from '../define-operation.ts';
import { type ConvertedTarget, convertTarget } from './convert-target.ts';
import examples from './examples.data.json' with { type: 'json' };
import { renderIfNeeded } from './render-if-needed.ts';
import { scrapeInput, scrapeOutput } from './schema.ts';

const pageBytesMax = 32 * 1024 * 1024;
const accept =
  'text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.8,application/pdf;q=0.8,application/rss+xml;q=0.8,*/*;q=0.5';

/** Converts a web page to Markdown. */
export const operation = defineOperation({
  name: 'scrape',
  title: 'Convert a web page to Markdown',
  description:
    'Fetches a web page, renders it in a browser if it needs JavaScript, and returns its main content as Markdown, its metadata, and its links.',
  consumes: ['application/json'],
  input: scrapeInput,
  primaryInput: 'url',
  output: scrapeOutput,
  plainResult: 'markdown',
  errors: [
    'invalid_url',
    'forbidden_address',
    'invalid_file',
    'unreadable_document',
    'invalid_image',
    'fetch_failed',
    'target_status',
    'blocked',
    'engine_unavailable',
    'fetch_timeout',
  ],
  examples,
  timeLimitMs: 120_000,
  cost: { resource: 'threads', baseMs: 150, perByteMs: 0 },
  price: { minimum: 1, label: '1 credit per request', compute: () => 1 },
  storedResult: { path: 'scrapes', field: 'scrape_id', idPrefix: 'scr_' },
  run: async ({ input, ...context }) => {
    const { engines, signal, progress } = context;
    const requireRobots = (url: string): Promise<void> => requirePermission(url, context);
    const options: FetchOptions = {
      signal,
      timeoutMs: engines.fetchTimeMs,
      bytesMax: pageBytesMax,
      accept,
      beforeRequest: requireRobots,
    };
    const resource = await fetchFollowingRefresh(engines.web.fetch, input.url, options);
    progress(0.4, 'page fetched');
    const plain = await convertTarget(resource, context);
    const rendered = await renderIfNeeded(resource, plain, requireRobots, context);
    const { converted } = rendered ?? plain;
    const markdown = await toMarkdown(resource, converted, context);
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
      links: converted.page.links,
    };
  },
});

/** The main content as Markdown; text of a PDF or an image is read here, since that takes an engine. */
async function toMarkdown(
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
        `${resource.url} has the type ${resource.contentType || '(unknown)'}, which cannot be converted to Markdown`,
      );
    default:
      return converted.markdown;
  }
}

/** @throws ServiceError `blocked` if robots.txt disallows the URL and the service obeys it */
async function requirePermission(url: string, { engines, signal }: OperationContext): Promise<void> {
  if (engines.robots === 'ignore' || (await engines.isAllowedByRobots(url, signal))) return;
  throw new ServiceError(
    'blocked',
    `robots.txt of ${new URL(url).host} disallows ${url}; the operator can set QUERN_ROBOTS=ignore`,
  );
}
