import { decodeCharset } from '@quern/runtime/decode-charset';
import { FetchError, timeoutError } from '../../fetch/fetch-error.ts';
import type { FetchedResource, GuardedFetch } from '../../fetch/fetched-resource.ts';
import { followRefresh } from '../../fetch/follow-refresh.ts';
import { redactUrl } from '../../fetch/redact-url.ts';
import { detectBlockPage } from '../../page/detect-block-page.ts';
import type { DiscoveredLink, UrlStore } from '../frontier/url-store.ts';
import type { ScannedPage } from '../link-extraction/scan-page.ts';
import { scanResource } from '../link-extraction/scan-resource.ts';
import type { MapContext } from '../map-context.ts';
import type { ThrottledFetcher } from '../politeness/throttled-fetch.ts';
import type { RobotsRules } from '../robots/robots-cache.ts';
import { classifyContentType } from '../urls/classify-url.ts';
import { normalizeUrl } from '../urls/normalize-url.ts';
import { SiteScope } from '../urls/site-scope.ts';
import { disallowedError, scanFetchedPage } from './visit-page.ts';

/** The page that a map starts from. */
export interface SeedPage {
  /** The URL after redirects, or the requested URL when it was not fetched. */
  readonly url: string;
  /** The URLs that redirected to it, in order. */
  readonly redirects: readonly string[];
  /** Why the page could not be fetched; undefined if it was, or if robots.txt disallows it or its redirect. */
  readonly error: FetchError | undefined;
  /** Records the properties of the page in `link`. @returns the page with its links; undefined when there is none */
  scan(
    crawl: { links: UrlStore; context: MapContext },
    link: DiscoveredLink,
  ): Promise<ScannedPage | undefined>;
  /** Returns the error of a page that only asks for a proof that its visitor is human; undefined for any other. */
  detectRefusal(): Promise<FetchError | undefined>;
}

/** Errors that a sitemap cannot make up for. */
const finalErrors = new Set(['dns', 'invalid_url', 'forbidden_address', 'aborted']);
const pageBytesMax = 16 * 1024 * 1024;

/**
 * Fetches the page that a map starts from, if its robots.txt allows it.
 *
 * @throws FetchError `invalid_url`, `forbidden_address`, `dns`, `aborted`, or `target_status` for a page that does not
 * exist (404, 410), which is probably a mistyped URL; other errors are returned
 */
export async function resolveSeed(
  startUrl: string,
  context: MapContext,
  fetcher: ThrottledFetcher,
  robots: RobotsRules,
): Promise<SeedPage> {
  const normalized = normalizeUrl(startUrl);
  if (!normalized) {
    const message = `'${redactUrl(startUrl)}' is not an http or https URL`;
    throw new FetchError('invalid_url', startUrl, message);
  }
  const { url } = normalized;
  const withoutPage = (error?: FetchError): SeedPage => ({
    url,
    redirects: [],
    error,
    scan: async () => undefined,
    detectRefusal: async () => undefined,
  });
  const isAllowed = async (next: string) => (await robots.allows(next)) || (await robots.isUnreachable(next));
  if (!(await isAllowed(url))) return withoutPage();
  let disallowedUrl: string | undefined;
  const outcome = await fetcher.fetch(url, {
    bytesMax: pageBytesMax,
    beforeRequest: async (next) => {
      if (next === url || (await isAllowed(next))) return;
      disallowedUrl = next;
      throw disallowedError(next);
    },
  });
  if (disallowedUrl !== undefined) {
    return { ...withoutPage(), url: normalizeUrl(disallowedUrl)?.url ?? url, redirects: [url] };
  }
  if (!outcome.ok) {
    const isOutOfTime = outcome.code === 'aborted' && !context.signal?.aborted;
    if (isOutOfTime) return withoutPage(timeoutError(url, context.timeBudgetMs));
    if (finalErrors.has(outcome.code)) throw outcome.error;
    return withoutPage(outcome.error);
  }
  const resource = await followToOtherHost(outcome.resource, context.userAgent, fetcher, robots);
  if (goneStatuses.has(resource.status)) throw statusError(resource);
  return {
    url: normalizeUrl(resource.url)?.url ?? url,
    redirects: resource.redirects,
    error: resource.status >= 400 ? statusError(resource) : undefined,
    scan: (crawl, link) => scanSeed(crawl, link, resource),
    detectRefusal: () => detectRefusal(resource),
  };
}

const goneStatuses: ReadonlySet<number> = new Set([404, 410]);
const refusalStatuses: ReadonlySet<number> = new Set([401, 403, 429, 451]);

function statusError({ url, status }: FetchedResource): FetchError {
  const shown = redactUrl(url);
  return refusalStatuses.has(status)
    ? new FetchError('target_refused', url, `${shown} denies access: it responded with ${status}`)
    : new FetchError('target_status', url, `${shown} responded with ${status}; check the URL`);
}

/**
 * Follows the refresh of a page, or the redirect by its script, to another host, which then has the site to map, as for a
 * redirect. A refresh within the host is a link of the page.
 */
async function followToOtherHost(
  resource: FetchedResource,
  userAgent: string,
  fetcher: ThrottledFetcher,
  robots: RobotsRules,
): Promise<FetchedResource> {
  const fetch: GuardedFetch = async (url, options) => {
    const outcome = await fetcher.fetch(url, { ...options, bytesMax: pageBytesMax });
    if (!outcome.ok) throw outcome.error;
    return outcome.resource;
  };
  const beforeRequest = async (url: string) => {
    if (!(await robots.allows(url))) throw disallowedError(url);
  };
  const isOtherHost = (from: string, target: string) => !new SiteScope(from, false).isOnHost(target);
  const followed = await followRefresh(fetch, resource, { beforeRequest }, isOtherHost);
  const target = await scriptRedirectOf(followed, userAgent);
  if (target === undefined || !isOtherHost(followed.url, target)) return followed;
  const next = await fetcher.fetch(target, { beforeRequest, bytesMax: pageBytesMax });
  if (!next.ok || next.resource.status >= 400) return followed;
  const { requestedUrl, redirects, url } = followed;
  return { ...next.resource, requestedUrl, redirects: [...redirects, url, ...next.resource.redirects] };
}

/** A longer page has content besides the script that redirects. */
const scriptPageBytesMax = 64 * 1024;

async function scriptRedirectOf(resource: FetchedResource, userAgent: string): Promise<string | undefined> {
  const isPage = classifyContentType(resource.contentType) === 'page' && resource.status < 400;
  if (!isPage || resource.body.byteLength > scriptPageBytesMax) return undefined;
  const { scriptRedirect, baseUrl } = await scanResource(resource, userAgent);
  return scriptRedirect === '' ? undefined : normalizeUrl(scriptRedirect, baseUrl)?.url;
}

async function scanSeed(
  crawl: { links: UrlStore; context: MapContext },
  link: DiscoveredLink,
  resource: FetchedResource,
): Promise<ScannedPage | undefined> {
  link.status = resource.status;
  link.contentType = resource.contentType;
  if (resource.status >= 400 || classifyContentType(resource.contentType) !== 'page') return undefined;
  return (await scanFetchedPage(crawl, link, resource)).page;
}

/** Block pages are short; only the start of a longer page is searched for one. */
const refusalBytesMax = 256 * 1024;

async function detectRefusal(resource: FetchedResource): Promise<FetchError | undefined> {
  const { url, status, headers, charset, body } = resource;
  if (classifyContentType(resource.contentType) !== 'page') return undefined;
  const { text: html } = await decodeCharset({ charset, body: body.subarray(0, refusalBytesMax) });
  const match = detectBlockPage({ status, html, url, requestedUrl: url, headers });
  if (match?.kind !== 'bot_wall') return undefined;
  const message = `${redactUrl(url)} does not show its content: ${match.reason}`;
  return new FetchError('target_refused', url, message);
}
