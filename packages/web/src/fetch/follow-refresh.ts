import { Deadline } from '@quern/runtime/deadline';
import { decodeCharset } from '@quern/runtime/decode-charset';
import { CookieJar } from './cookie-jar.ts';
import { FetchError } from './fetch-error.ts';
import type { FetchedResource, FetchOptions, GuardedFetch } from './fetched-resource.ts';
import { findMetaRefresh, parseRefresh } from './parse-refresh.ts';

/** A page that refreshes later than this is meant to be read. */
const delayMaxSeconds = 5;
const refreshesMax = 5;
const timeoutDefaultMs = 30_000;
/** Only the start of a page is searched for a meta refresh. */
const headBytesMax = 256 * 1024;

/** Decides whether a refresh from one URL to another is followed. */
type ShouldFollow = (from: string, target: string) => boolean;

/**
 * Fetches a page and follows its meta refresh or `Refresh` header, if its delay is short, to the final page. Each
 * target is fetched with the same guard; cookies are kept, the pages on the way are added to `redirects`, and the
 * time limit covers all requests. When a target cannot be fetched, the page that refers to it is returned.
 *
 * @throws FetchError when the first page cannot be fetched
 */
export async function fetchFollowingRefresh(
  fetch: GuardedFetch,
  url: string,
  options: FetchOptions = {},
): Promise<FetchedResource> {
  const cookies = options.cookies ?? new CookieJar();
  const deadline = new Deadline(options.timeoutMs ?? timeoutDefaultMs, options.signal);
  try {
    const resource = await fetch(url, { ...options, cookies });
    return await followRefresh(fetch, resource, { ...options, cookies, signal: deadline.signal });
  } finally {
    deadline.clear();
  }
}

/**
 * Follows the refresh of a page that has been fetched, as `fetchFollowingRefresh` does.
 *
 * @param shouldFollow Default: every refresh is followed.
 */
export async function followRefresh(
  fetch: GuardedFetch,
  from: FetchedResource,
  options: FetchOptions = {},
  shouldFollow: ShouldFollow = () => true,
): Promise<FetchedResource> {
  let resource = from;
  const credentialsOrigin = options.credentialsOrigin ?? URL.parse(from.requestedUrl)?.origin;
  const visited = new Set([resource.url]);
  for (let count = 0; count < refreshesMax; count++) {
    const target = await refreshTarget(resource);
    if (target === undefined || visited.has(target) || !shouldFollow(resource.url, target)) break;
    visited.add(target);
    const next = await fetchTarget(fetch, target, resource, { ...options, credentialsOrigin });
    if (!next) break;
    resource = next;
  }
  return resource;
}

/** @returns undefined when the target cannot be fetched */
async function fetchTarget(
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

/** @returns the absolute URL of a refresh with a short delay, without its fragment */
async function refreshTarget(resource: FetchedResource): Promise<string | undefined> {
  const isPage = resource.contentType === '' || /html/.test(resource.contentType);
  if (!isPage || resource.status >= 400) return undefined;
  const head = { body: resource.body.subarray(0, headBytesMax), charset: resource.charset };
  const refresh =
    parseRefresh(resource.headers['refresh'] ?? '') ?? findMetaRefresh((await decodeCharset(head)).text);
  if (!refresh || refresh.target === '' || refresh.delaySeconds > delayMaxSeconds) return undefined;
  const url = URL.parse(refresh.target, resource.url);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = '';
  return url.href;
}
