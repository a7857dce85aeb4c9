import { abortedError } from '@quern/web/fetch/fetch-error';
import type { FetchedResource, GuardedFetch, GuardedOpen } from '@quern/web/fetch/fetched-resource';

export interface MemoryPage {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request that was received. */
export interface MemoryRequest {
  readonly path: string;
  /** `Date.now()` when it was received. */
  readonly atMs: number;
}

/**
 * A website in memory, for tests with fake timers: responses take exactly `latencyMs` of `setTimeout`, and an infinite
 * latency means that a request ends only when it is aborted.
 */
export class MemoryWeb {
  readonly origin = 'http://example.test';
  readonly requests: MemoryRequest[] = [];
  /** Maximum number of requests at the same time. */
  concurrencyPeak = 0;
  readonly #respond: (path: string) => MemoryPage | undefined;
  readonly #latencyMs: (path: string) => number;
  #running = 0;

  /** @param respond the page of a path with its query; undefined for status 404 */
  constructor(
    respond: (path: string) => MemoryPage | undefined,
    latencyMs: (path: string) => number = () => 0,
  ) {
    this.#respond = respond;
    this.#latencyMs = latencyMs;
  }

  readonly fetch: GuardedFetch = async (url, options = {}) => {
    await options.beforeRequest?.(url);
    const { pathname, search } = new URL(url);
    const path = pathname + search;
    this.requests.push({ path, atMs: Date.now() });
    this.concurrencyPeak = Math.max(this.concurrencyPeak, ++this.#running);
    try {
      await this.#wait(url, this.#latencyMs(path), options.signal);
    } finally {
      this.#running--;
    }
    return toResource(url, this.#respond(path) ?? { status: 404 });
  };

  readonly open: GuardedOpen = async (url, options) => {
    const { body, ...head } = await this.fetch(url, options);
    const chunks = async function* () {
      yield body;
    };
    return { ...head, chunks: chunks(), close: () => undefined };
  };

  #wait(url: string, latencyMs: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = () => reject(abortedError(url));
      if (signal?.aborted) onAbort();
      signal?.addEventListener('abort', onAbort, { once: true });
      if (Number.isFinite(latencyMs)) setTimeout(resolve, latencyMs);
    });
  }
}

function toResource(url: string, { status = 200, headers = {}, body = '' }: MemoryPage): FetchedResource {
  return {
    url,
    requestedUrl: url,
    redirects: [],
    status,
    headers,
    contentType: headers['content-type'] ?? 'text/html',
    charset: 'utf-8',
    body: Buffer.from(body),
  };
}
