import { parseRetryAfter } from '@quern/runtime/parse-retry-after';
import { FetchError, type FetchErrorCode } from '../../fetch/fetch-error.ts';
import type {
  FetchedHead,
  FetchedResource,
  FetchOptions,
  GuardedFetch,
} from '../../fetch/fetched-resource.ts';
import { hostOf } from '../../fetch/redact-url.ts';
import type { HostThrottle, RequestOutcome } from './host-throttle.ts';

/** A fetched resource, or the error as a value. */
export type FetchOutcome =
  | { readonly ok: true; readonly resource: FetchedResource }
  | { readonly ok: false; readonly code: FetchErrorCode; readonly error: FetchError };

/** Fetches a URL and returns a FetchError instead of throwing it. */
export type OutcomeFetch = (url: string, options: Omit<FetchOptions, 'signal'>) => Promise<FetchOutcome>;

/** The fetch of a `ThrottledFetcher`, and the limits and signal that apply to its requests. */
export interface ThrottledFetcherOptions {
  readonly fetch: GuardedFetch;
  /** The current time in milliseconds since the epoch, for `Retry-After` dates. */
  readonly now: () => number;
  readonly throttle: HostThrottle;
  readonly signal: AbortSignal;
}

const retriesMax = 2;
const pauseDefaultMs = 1000;
const pauseMaxMs = 10_000;
/** A host that asks for a longer wait is disabled: a map does not take that long. */
const waitMaxMs = 30_000;
const requestTimeoutMs = 15_000;
/** Errors that concern the host rather than one URL. */
const hostErrors: ReadonlySet<FetchErrorCode> = new Set(['connect', 'dns', 'timeout', 'tls']);

/**
 * Fetches URLs at the rate of their hosts. Requests with status 429, and 503 with `Retry-After`, are retried after the
 * wait that the host asks for, which pauses all requests to it. A host that still responds with 429, or asks for a
 * long wait, is disabled.
 */
export class ThrottledFetcher {
  readonly #fetch: GuardedFetch;
  readonly #now: () => number;
  readonly #throttle: HostThrottle;
  readonly #signal: AbortSignal;

  constructor({ fetch, now, throttle, signal }: ThrottledFetcherOptions) {
    this.#fetch = fetch;
    this.#now = now;
    this.#throttle = throttle;
    this.#signal = signal;
  }

  readonly fetch: OutcomeFetch = async (url, options) => {
    const host = URL.parse(url)?.host ?? '';
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.#throttle.run(host, () => this.#attempt(host, url, options), this.#signal);
      if (this.#throttle.isDisabled(host) || this.#signal.aborted) return outcome;
      const pauseMs = outcome.ok ? requestedPauseMs(outcome.resource, this.#now()) : undefined;
      const isTooLong = pauseMs !== undefined && pauseMs > waitMaxMs;
      if (pauseMs === undefined || isTooLong || attempt >= retriesMax) {
        const reported = isTooLong ? 'rate_limited' : classifyOutcome(outcome);
        // The page that a user named is requested even if robots.txt is rate-limited.
        const isRobots = url.endsWith('/robots.txt');
        this.#throttle.reportOutcome(host, reported === 'rate_limited' && isRobots ? 'failure' : reported);
        return outcome;
      }
      this.#throttle.pause(host, Math.min(pauseMaxMs, pauseMs));
    }
  };

  async #attempt(host: string, url: string, options: Omit<FetchOptions, 'signal'>): Promise<FetchOutcome> {
    // The host may have been disabled while this request waited.
    if (this.#throttle.isDisabled(host)) return hostDisabledOutcome(url);
    return tryFetch(this.#fetch, url, { timeoutMs: requestTimeoutMs, ...options, signal: this.#signal });
  }
}

/** Fetches a URL and returns a FetchError instead of throwing it. Other errors are thrown. */
export async function tryFetch(
  fetch: GuardedFetch,
  url: string,
  options: FetchOptions,
): Promise<FetchOutcome> {
  try {
    return { ok: true, resource: await fetch(url, options) };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return { ok: false, code: error.code, error };
  }
}

function hostDisabledOutcome(url: string): FetchOutcome {
  const message = `${hostOf(url)} keeps failing or rejecting requests, so it is not requested again`;
  const error = new FetchError('connect', url, message);
  return { ok: false, code: error.code, error };
}

function classifyOutcome(outcome: FetchOutcome): RequestOutcome {
  if (!outcome.ok) return hostErrors.has(outcome.code) ? 'failure' : 'success';
  if (outcome.resource.status === 429) return 'rate_limited';
  return outcome.resource.status >= 500 ? 'failure' : 'success';
}

/**
 * The wait in milliseconds that a host asks for before the next request, with 429, or 503 and `Retry-After`; undefined
 * when it does not ask for one.
 */
export function requestedPauseMs(
  { status, headers }: Pick<FetchedHead, 'status' | 'headers'>,
  nowMs: number,
): number | undefined {
  const retryAfter = headers['retry-after'];
  const hasPause = status === 429 || (status === 503 && retryAfter !== undefined);
  return hasPause ? (parseRetryAfter(retryAfter, nowMs) ?? pauseDefaultMs) : undefined;
}
