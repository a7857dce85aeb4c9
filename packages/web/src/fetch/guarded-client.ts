import type { Dispatcher } from 'undici';
import { createAddressPolicy } from './address-policy.ts';
import { createConnectionPools } from './connection-pools.ts';
import { createCookieJar } from './cookie-jar.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { decodeBody, tooLargeError } from './decode-body.ts';
import { FetchError } from './fetch-error.ts';
import type {
  FetchedHead,
  FetchOptions,
  GuardedClient,
  GuardedFetchOptions,
  GuardedOpen,
  StreamedResource,
} from './fetched-resource.ts';
import { toFetchError } from './to-fetch-error.ts';
import { validateUrl } from './validate-url.ts';

const defaults = { timeoutMs: 30_000, idleTimeoutMs: 15_000, maxBytes: 32 * 1024 * 1024, maxRedirects: 10 };
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
const defaultAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** Milliseconds since the epoch, for callers that hand in no clock. */
const systemTime = () => performance.timeOrigin + performance.now();

/** Builds the guarded fetch and its streaming variant over pools of kept connections (HTTP/1.1 and 2). */
export function createGuardedClient(options: GuardedFetchOptions): GuardedClient {
  const rule = createAddressPolicy(options.allow);
  const now = options.now ?? systemTime;
  const pools = createConnectionPools(rule, options);
  const open: GuardedOpen = async (address, request = {}) => {
    const limit = startDeadline(request.timeoutMs ?? defaults.timeoutMs, request.signal);
    try {
      return await follow(address, request, limit);
    } catch (error) {
      limit.clear();
      throw toFetchError(error, address, limit);
    }
  };

  async function follow(address: string, request: FetchOptions, limit: Deadline): Promise<StreamedResource> {
    const jar = request.cookies ?? createCookieJar();
    const redirects: string[] = [];
    const seen = new Set<string>();
    let url = validateUrl(address, rule);
    const requestedUrl = url.href;
    for (;;) {
      limit.throwIfEnded(url.href);
      await request.beforeRequest?.(url.href);
      const cookie = jar.cookieHeader(url, now());
      const answer = await ask(url, requestedUrl, cookie, request, limit);
      jar.store(url, setCookieLines(answer), now());
      const location = answer.headers['location'];
      if (!redirectStatuses.has(answer.statusCode) || typeof location !== 'string' || location === '') {
        return opened(answer, { url: url.href, requestedUrl, redirects }, request, limit);
      }
      answer.body.on('error', ignore).destroy();
      seen.add(`${url.href} ${cookie}`);
      redirects.push(url.href);
      url = validateUrl(location, rule, url.href);
      checkRedirects(
        url,
        seen,
        jar.cookieHeader(url, now()),
        redirects,
        request.redirectsMax ?? defaults.maxRedirects,
      );
    }
  }

  async function ask(
    url: URL,
    requestedUrl: string,
    cookie: string,
    request: FetchOptions,
    limit: Deadline,
  ): Promise<Dispatcher.ResponseData> {
    const idle = request.idleTimeoutMs ?? defaults.idleTimeoutMs;
    try {
      return await pools.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: request.method ?? 'GET',
        headers: requestHeaders(url, requestedUrl, cookie, request),
        signal: limit.signal,
        headersTimeout: idle,
        bodyTimeout: idle,
      });
    } catch (error) {
      throw toFetchError(error, url.href, limit);
    }
  }

  function requestHeaders(
    url: URL,
    requestedUrl: string,
    cookie: string,
    request: FetchOptions,
  ): Record<string, string> {
    const own =
      URL.parse(requestedUrl)?.origin === url.origin ? request.headers : publicOnly(request.headers);
    return {
      'user-agent': options.userAgent,
      accept: request.accept ?? defaultAccept,
      'accept-language': 'en;q=0.9,*;q=0.5',
      'accept-encoding': 'gzip, deflate, br, zstd',
      ...own,
      ...(cookie === '' ? {} : { cookie }),
    };
  }

  return {
    open,
    fetch: async (address, request) => {
      const { chunks, close: _, ...head } = await open(address, request);
      return { ...head, body: await collect(chunks), truncated: false };
    },
    close: () => pools.close(),
  };
}

function ignore(): void {
  // The rest of a redirect's body is of no interest, nor is how it ended.
}

function checkRedirects(
  url: URL,
  seen: ReadonlySet<string>,
  cookie: string,
  redirects: readonly string[],
  maxRedirects: number,
): void {
  if (seen.has(`${url.href} ${cookie}`)) {
    throw new FetchError('too_many_redirects', url.href, `${url.host} redirects in a circle`);
  }
  if (redirects.length > maxRedirects) {
    throw new FetchError(
      'too_many_redirects',
      url.href,
      `${url.host} redirects more than ${maxRedirects} times`,
    );
  }
}

/** Headers that may identify the caller stay with the origin they were meant for. */
function publicOnly(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !/^(authorization|cookie|proxy-authorization|x-api-key)$/i.test(name),
    ),
  );
}

function setCookieLines(answer: Dispatcher.ResponseData): readonly string[] {
  const lines = answer.headers['set-cookie'];
  return lines === undefined ? [] : Array.isArray(lines) ? lines : [lines];
}

function opened(
  answer: Dispatcher.ResponseData,
  at: { url: string; requestedUrl: string; redirects: readonly string[] },
  request: FetchOptions,
  limit: Deadline,
): StreamedResource {
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  const maxBytes = request.bytesMax ?? defaults.maxBytes;
  const close = () => {
    answer.body.on('error', ignore).destroy();
    limit.clear();
  };
  if (request.method !== 'HEAD' && Number(headers['content-length'] ?? 0) > maxBytes) {
    close();
    throw tooLargeError(at.url, maxBytes);
  }
  const head: FetchedHead = { ...at, status: answer.statusCode, headers, ...contentType(headers) };
  return { ...head, chunks: bodyChunks(answer, headers, maxBytes, at.url, limit, close), close };
}

async function* bodyChunks(
  answer: Dispatcher.ResponseData,
  headers: Readonly<Record<string, string>>,
  maxBytes: number,
  url: string,
  limit: Deadline,
  close: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* decodeBody(answer.body, headers['content-encoding'] ?? '', maxBytes, url);
  } catch (error) {
    throw toFetchError(error, url, limit);
  } finally {
    close();
  }
}

function contentType(headers: Readonly<Record<string, string>>): { contentType: string; charset: string } {
  const value = headers['content-type'] ?? '';
  const charset = /;\s*charset\s*=\s*["']?([^\s"';,]+)/i.exec(value)?.[1] ?? '';
  return { contentType: (value.split(/[;,]/)[0] ?? '').trim().toLowerCase(), charset: charset.toLowerCase() };
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return new Uint8Array(Buffer.concat(parts));
}
