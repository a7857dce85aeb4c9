import { FetchError, timeoutError } from '../../fetch/fetch-error.ts';
import type { FetchedResource, GuardedFetch } from '../../fetch/fetched-resource.ts';
import { followRefresh } from '../../fetch/follow-refresh.ts';
import type { DiscoveredLink, UrlStore } from '../frontier/url-store.ts';
import type { ScannedPage } from '../link-extraction/scan-page.ts';
import type { MapContext } from '../map-context.ts';
import type { ThrottledFetcher } from '../politeness/throttled-fetch.ts';
import type { RobotsCache } from '../robots/robots-cache.ts';
import { classifyContentType } from '../urls/classify-url.ts';
import { normalizeUrl } from '../urls/normalize-url.ts';
import { createSiteScope } from '../urls/site-scope.ts';
import { scanFetchedPage } from './visit-page.ts';

export interface SeedPage {
  /** After redirects; the address itself when it was not fetched. */
  readonly url: string;
  /** Why there is no page, when there is none and one was asked for. */
  readonly error: FetchError | undefined;
  /** Notes what the page is, and gives its links. */
  scan(
    crawl: { links: UrlStore; context: MapContext },
    link: DiscoveredLink,
  ): Promise<ScannedPage | undefined>;
}

/** Failures that no sitemap could mend. */
const final = new Set(['dns', 'invalid_url', 'forbidden_address', 'aborted']);
const pageBytesMax = 16 * 1024 * 1024;

/** Fetches the page a map starts from, if its robots.txt lets one. */
export async function resolveSeed(
  address: string,
  context: MapContext,
  requester: ThrottledFetcher,
  robots: RobotsCache,
): Promise<SeedPage> {
  const normal = normalizeUrl(address);
  if (!normal)
    throw new FetchError('invalid_url', address, `'${address.slice(0, 200)}' is not an http or https URL`);
  const { url } = normal;
  const forbidden = !(await robots.allows(url)) && !(await robots.unreachable(url));
  if (forbidden) return { url, error: undefined, scan: async () => undefined };
  const answer = await requester.fetch(url, { bytesMax: pageBytesMax });
  if (!answer.ok) {
    const outOfTime = answer.code === 'aborted' && !context.signal?.aborted;
    if (final.has(answer.code) && !outOfTime) throw answer.error;
    const error = outOfTime ? timeoutError(url, context.timeBudgetMs) : answer.error;
    return { url, error, scan: async () => undefined };
  }
  const resource = await followToOtherHost(answer.resource, requester, robots);
  const error =
    resource.status >= 400
      ? new FetchError(
          'bad_response',
          resource.url,
          `${resource.url} answered ${resource.status}; check the address`,
        )
      : undefined;
  return {
    url: normalizeUrl(resource.url)?.url ?? url,
    error,
    scan: (crawl, link) => readStart(crawl, link, resource),
  };
}

/** A page whose refresh leads to another site has moved there, as by a redirect; within the site it is a page that links. */
function followToOtherHost(
  resource: FetchedResource,
  requester: ThrottledFetcher,
  robots: RobotsCache,
): Promise<FetchedResource> {
  const fetch: GuardedFetch = async (url, options) => {
    const answer = await requester.fetch(url, { ...options, bytesMax: pageBytesMax });
    if (!answer.ok) throw answer.error;
    return answer.resource;
  };
  const onHop = async (url: string) => {
    if (!(await robots.allows(url))) throw new FetchError('aborted', url, `robots.txt disallows ${url}`);
  };
  return followRefresh(
    fetch,
    resource,
    { beforeRequest: onHop },
    (from, target) => !createSiteScope(from, false).includes(target),
  );
}

async function readStart(
  crawl: { links: UrlStore; context: MapContext },
  link: DiscoveredLink,
  resource: FetchedResource,
): Promise<ScannedPage | undefined> {
  link.status = resource.status;
  link.contentType = resource.contentType;
  if (resource.status >= 400 || classifyContentType(resource.contentType) !== 'page') return undefined;
  return scanFetchedPage(crawl, link, resource);
}
