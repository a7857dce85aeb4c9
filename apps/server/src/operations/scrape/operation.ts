import { setTimeout as sleep } from 'node:timers/promises';
import { requestedPauseMs } from '@quern/web/crawl/politeness/throttled-fetch';
import type { FetchedResource, FetchOptions } from '@quern/web/fetch/fetched-resource';
import { fetchFollowingRefresh } from '@quern/web/fetch/follow-refresh';
import { browserUserAgent } from '@quern/web/render/browser/browser-user-agent';
import { ServiceError } from '../../errors/service-error.ts';
import { requirePermittedOptions } from '../../scrape-options/require-permitted-options.ts';
import { requireTimeForWaits } from '../../scrape-options/require-time-for-waits.ts';
import { defineOperation, type OperationContext } from '../define-operation.ts';
import { buildScrapeResult, type ScrapedTarget } from './build-scrape-result.ts';
import { analyzeTarget, convertTarget, requireSelection } from './convert-target.ts';
import examples from './examples.data.json' with { type: 'json' };
import { renderIfNeeded, renderRequested, requiresBrowser } from './render-target.ts';
import { type ScrapeInput, scrapeInput, scrapeOutput } from './schema.ts';

const pageBytesMax = 32 * 1024 * 1024;
const accept =
  'text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.8,application/pdf;q=0.8,application/vnd.openxmlformats-officedocument.wordprocessingml.document;q=0.8,application/rss+xml;q=0.8,*/*;q=0.5';

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
    'nothing_selected',
    'action_failed',
    'engine_unavailable',
    'fetch_timeout',
    'time_limit',
  ],
  examples,
  timeLimitMs: 120_000,
  // A page has up to 32 MiB, and a site should not get more requests at once.
  runningJobsMax: 16,
  cost: { resource: 'threads', baseMs: 150, perUnitMs: 0, units: () => 0 },
  price: { minimum: 1, label: '1 credit per request', compute: () => 1 },
  reuseMaxAgeMs: ({ maxAge }) => (maxAge === undefined ? undefined : maxAge * 1000),
  storedResult: { path: 'scrapes', field: 'scrape_id', idPrefix: 'scr_' },
  requirePermitted: (input, { scrapeOptions, renderTimeMs }) => {
    requirePermittedOptions(input, scrapeOptions);
    requireTimeForWaits(input, renderTimeMs);
  },
  run: async ({ input, ...context }) => buildScrapeResult(await scrape(input, context), input, context),
});

/** Fetches a page, and renders it if it needs a browser or the request asks for one. */
async function scrape(input: ScrapeInput, context: OperationContext): Promise<ScrapedTarget> {
  const { progress } = context;
  const startedMs = performance.now();
  const onNavigate = (url: string): Promise<void> => requirePermission(url, context);
  const resource = await fetchPage(input, onNavigate, context);
  progress(0.4, 'page fetched');
  const timeoutMs =
    input.timeout === undefined
      ? undefined
      : Math.max(renderMsMin, input.timeout - Math.round(performance.now() - startedMs));
  const request = { input, resource, onNavigate, timeoutMs };
  if (requiresBrowser(input)) {
    const plain = await analyzeTarget(resource, input, context);
    if (plain.converted.kind === 'html') {
      return { resource, plain, rendered: await renderRequested(request, context) };
    }
    requireNoScreenshot(input, resource);
  }
  const plain = await convertTarget(resource, input, context);
  const rendered = input.render === 'never' ? undefined : await renderIfNeeded(request, plain, context);
  if (rendered === undefined && plain.converted.kind === 'html' && !plain.hasContent) {
    requireSelection(plain, resource.url);
    throw new ServiceError('blocked', `${resource.url} has no content${hintOf(input)}`);
  }
  return { resource, plain, rendered };
}

const renderMsMin = 1000;

function hintOf({ render }: ScrapeInput): string {
  return render === 'never' ? '; its scripts may create it: use render auto' : '';
}

function fetchPage(
  input: ScrapeInput,
  beforeRequest: (url: string) => Promise<void>,
  context: OperationContext,
): Promise<FetchedResource> {
  const { engines, signal } = context;
  const options: FetchOptions = {
    signal,
    timeoutMs: Math.min(input.timeout ?? Number.POSITIVE_INFINITY, engines.fetchTimeMs),
    bytesMax: pageBytesMax,
    accept,
    beforeRequest,
    headers: input.headers,
    requestCookies: input.cookies,
    userAgent: input.mobile ? browserUserAgent(phoneVersion, engines.userAgent, true) : undefined,
  };
  return fetchPatiently(() => fetchFollowingRefresh(engines.web.fetch, input.url, options), context);
}

/** Number of times that a page is requested again, and the longest pause before that, ms. */
const retriesMax = 2;
const pauseMaxMs = 30_000;

/** In the background, waits as long as a site asks for (429, or 503 with Retry-After), and tries again. */
async function fetchPatiently(
  fetch: () => Promise<FetchedResource>,
  { engines, signal, isBackground }: OperationContext,
): Promise<FetchedResource> {
  for (let retry = 0; ; retry += 1) {
    const resource = await fetch();
    const pauseMs = isBackground ? requestedPauseMs(resource, engines.now()) : undefined;
    if (pauseMs === undefined || pauseMs > pauseMaxMs || retry === retriesMax) return resource;
    await sleep(pauseMs, undefined, { signal });
  }
}

/** Version of Chrome that the user agent of a phone states when the page is fetched without a browser. */
const phoneVersion = '147';

/** @throws ServiceError if the request asks for a screenshot or for actions, and the resource is not a page */
function requireNoScreenshot(
  { formats, actions = [] }: ScrapeInput,
  { url, contentType }: FetchedResource,
): void {
  const field = formats.includes('screenshot') ? 'formats: screenshot' : 'actions';
  if (!formats.includes('screenshot') && actions.length === 0) return;
  throw new ServiceError(
    'fetch_failed',
    `${field}: ${url} is not an HTML page (${contentType || 'unknown type'})`,
  );
}

/** @throws ServiceError `blocked` if robots.txt disallows the URL and the service obeys it */
async function requirePermission(url: string, { engines, signal }: OperationContext): Promise<void> {
  if (engines.robots === 'ignore' || (await engines.isAllowedByRobots(url, signal))) return;
  throw new ServiceError(
    'blocked',
    `robots.txt of ${new URL(url).host} disallows ${url}; the operator can set QUERN_ROBOTS=ignore`,
  );
}
