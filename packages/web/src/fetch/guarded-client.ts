import { Deadline } from '@quern/runtime/deadline';
import type { Dispatcher } from 'undici';
import { type AddressPolicy, createAddressPolicy } from './address-policy.ts';
import { type ConnectionPools, createConnectionPools } from './connection-pools.ts';
import { CookieJar } from './cookie-jar.ts';
import { FetchError, throwIfEnded } from './fetch-error.ts';
import type {
  FetchOptions,
  GuardedClient,
  GuardedFetchOptions,
  GuardedOpen,
  StreamedResource,
} from './fetched-resource.ts';
import { collectChunks, discardBody, readResponse, setCookieLines } from './read-response.ts';
import { toFetchError } from './to-fetch-error.ts';
import { validateUrl } from './validate-url.ts';

export type {
  FetchedHead,
  FetchedResource,
  FetchOptions,
  GuardedClient,
  GuardedFetch,
  GuardedFetchOptions,
  GuardedOpen,
  StreamedResource,
} from './fetched-resource.ts';

const defaults = {
  timeoutMs: 30_000,
  idleTimeoutMs: 15_000,
  bytesMax: 32 * 1024 * 1024,
  redirectsMax: 10,
};
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
const defaultAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/**
 * Creates the only HTTP client that requests web pages: http and https only, public addresses only (checked on the
 * addresses that the socket connects to, for each redirect too), with limits on time, size and redirects, over
 * pooled HTTP/1.1 and HTTP/2 connections.
 */
export function createGuardedClient(options: GuardedFetchOptions): GuardedClient {
  const requester = new GuardedRequester(options);
  const open: GuardedOpen = (url, request) => requester.open(url, request);
  return {
    open,
    fetch: async (url, request) => {
      const { chunks, close: _, ...head } = await open(url, request);
      return { ...head, body: await collectChunks(chunks) };
    },
    close: () => requester.close(),
  };
}

/** Sends requests and follows their redirects. */
class GuardedRequester {
  readonly #policy: AddressPolicy;
  readonly #pools: ConnectionPools;
  readonly #userAgent: string;
  readonly #now: () => number;

  constructor(options: GuardedFetchOptions) {
    this.#policy = createAddressPolicy(options.allow);
    this.#pools = createConnectionPools(this.#policy, options);
    this.#userAgent = options.userAgent;
    this.#now = options.now;
  }

  async open(url: string, request: FetchOptions = {}): Promise<StreamedResource> {
    const deadline = new Deadline(request.timeoutMs ?? defaults.timeoutMs, request.signal);
    try {
      return await this.#followRedirects(url, request, deadline);
    } catch (error) {
      deadline.clear();
      throw toFetchError(error, url, deadline);
    }
  }

  close(): Promise<void> {
    return this.#pools.close();
  }

  async #followRedirects(
    startUrl: string,
    request: FetchOptions,
    deadline: Deadline,
  ): Promise<StreamedResource> {
    const jar = request.cookies ?? new CookieJar();
    const redirects: string[] = [];
    const requested = new Set<string>();
    let url = validateUrl(startUrl, this.#policy);
    const requestedUrl = url.href;
    for (;;) {
      throwIfEnded(deadline, url.href);
      await request.beforeRequest?.(url.href);
      const cookie = jar.cookieHeader(url, this.#now());
      const headers = this.#requestHeaders(url, requestedUrl, cookie, request);
      const response = await this.#send(url, headers, request, deadline);
      jar.store(url, setCookieLines(response), this.#now());
      const location = response.headers['location'];
      if (!redirectStatuses.has(response.statusCode) || typeof location !== 'string' || location === '') {
        return readResponse(response, {
          url: url.href,
          requestedUrl,
          redirects,
          method: request.method ?? 'GET',
          bytesMax: request.bytesMax ?? defaults.bytesMax,
          deadline,
        });
      }
      discardBody(response);
      requested.add(`${url.href} ${cookie}`);
      redirects.push(url.href);
      url = validateUrl(location, this.#policy, url.href);
      // A URL that redirects to itself after setting a cookie is not a loop.
      if (requested.has(`${url.href} ${jar.cookieHeader(url, this.#now())}`)) {
        throw new FetchError('too_many_redirects', url.href, `${url.host} redirects in a loop`);
      }
      const redirectsMax = request.redirectsMax ?? defaults.redirectsMax;
      if (redirects.length > redirectsMax) {
        const message = `${url.host} redirects more than ${redirectsMax} times`;
        throw new FetchError('too_many_redirects', url.href, message);
      }
    }
  }

  async #send(
    url: URL,
    headers: Record<string, string>,
    request: FetchOptions,
    deadline: Deadline,
  ): Promise<Dispatcher.ResponseData> {
    const idleTimeoutMs = request.idleTimeoutMs ?? defaults.idleTimeoutMs;
    try {
      return await this.#pools.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: request.method ?? 'GET',
        headers,
        body: request.body ?? null,
        signal: deadline.signal,
        headersTimeout: idleTimeoutMs,
        bodyTimeout: idleTimeoutMs,
      });
    } catch (error) {
      throw toFetchError(error, url.href, deadline);
    }
  }

  #requestHeaders(
    url: URL,
    requestedUrl: string,
    cookie: string,
    request: FetchOptions,
  ): Record<string, string> {
    const isSameOrigin = (request.credentialsOrigin ?? URL.parse(requestedUrl)?.origin) === url.origin;
    const cookies = isSameOrigin ? addCookies(cookie, request.requestCookies) : cookie;
    return {
      'user-agent': request.userAgent ?? this.#userAgent,
      accept: request.accept ?? defaultAccept,
      'accept-language': 'en;q=0.9,*;q=0.5',
      'accept-encoding': 'gzip, deflate, br, zstd',
      ...(isSameOrigin ? request.headers : {}),
      ...(cookies === '' ? {} : { cookie: cookies }),
    };
  }
}

/** Adds the caller's cookies to those of the jar, which take precedence. */
function addCookies(header: string, cookies: Readonly<Record<string, string>> = {}): string {
  const names = new Set(header.split('; ').map((pair) => pair.split('=')[0]));
  const pairs = Object.entries(cookies)
    .filter(([name]) => !names.has(name))
    .map(([name, value]) => `${name}=${value}`);
  return [...pairs, ...(header === '' ? [] : [header])].join('; ');
}
