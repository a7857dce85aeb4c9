import { decodeCharset } from '@quern/runtime/decode-charset';
import { createCookieJar } from './cookie-jar.ts';
import { startDeadline } from './deadline.ts';
import { FetchError } from './fetch-error.ts';
import type { FetchedResource, FetchOptions, GuardedFetch } from './fetched-resource.ts';
import { findMetaRefresh, parseRefresh } from './parse-refresh.ts';

/** A page that sends on later than this is meant to be read. */
const delayMaxSeconds = 5;
const hopsMax = 5;
const timeoutDefaultMs = 30_000;

/** Says which targets are wanted. */
type Follows = (from: string, target: string) => boolean;

/**
 * Fetches a page, and where it sends its visitor by a meta refresh or a `Refresh` header at once or soon, that
 * page instead: each address through the same guard, cookies kept, the pages before listed among `redirects`, the
 * time limit one for all. When the target cannot be had, the page that named it is the answer.
 *
 * @throws FetchError as the fetch does, for the first page
 */
export async function fetchFollowingRefresh(
  fetch: GuardedFetch,
  address: string,
  options: FetchOptions = {},
): Promise<FetchedResource> {
  const cookies = options.cookies ?? createCookieJar();
  const limit = startDeadline(options.timeoutMs ?? timeoutDefaultMs, options.signal);
  try {
    const resource = await fetch(address, { ...options, cookies });
    return await followRefresh(fetch, resource, { ...options, cookies, signal: limit.signal });
  } finally {
    limit.clear();
  }
}

/** The same for a page that is here already. */
export async function followRefresh(
  fetch: GuardedFetch,
  from: FetchedResource,
  options: FetchOptions = {},
  follows: Follows = () => true,
): Promise<FetchedResource> {
  let resource = from;
  const seen = new Set([resource.url]);
  for (let hop = 0; hop < hopsMax; hop++) {
    const target = await refreshOf(resource);
    if (target === undefined || seen.has(target) || !follows(resource.url, target)) break;
    seen.add(target);
    const next = await fetchNext(fetch, target, resource, options);
    if (!next) break;
    resource = next;
  }
  return resource;
}

async function fetchNext(
  fetch: GuardedFetch,
  target: string,
  from: FetchedResource,
  options: FetchOptions,
): Promise<FetchedResource | undefined> {
  try {
    const next = await fetch(target, options);
    if (next.status >= 400) return undefined;
    const redirects = [...from.redirects, from.url, ...next.redirects];
    return { ...next, requestedUrl: from.requestedUrl, redirects };
  } catch (error) {
    if (error instanceof FetchError) return undefined;
    throw error;
  }
}

async function refreshOf(resource: FetchedResource): Promise<string | undefined> {
  const isPage = resource.contentType === '' || /html/.test(resource.contentType);
  if (!isPage || resource.status >= 400) return undefined;
  const head = { ...resource, body: resource.body.subarray(0, 256 * 1024) };
  const refresh =
    parseRefresh(resource.headers['refresh'] ?? '') ?? findMetaRefresh((await decodeCharset(head)).text);
  if (!refresh || refresh.target === '' || refresh.delaySeconds > delayMaxSeconds) return undefined;
  const url = URL.parse(refresh.target, resource.url);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = '';
  return url.href;
}
