import { ServiceError } from '../errors/service-error.ts';

const windowMs = 60_000;

/** Requests that a key has left in the current minute. */
export interface RateLimitState {
  /** Requests per minute. */
  readonly limit: number;
  readonly remaining: number;
  /** Whether the request that was counted exceeds the limit. */
  readonly isExceeded: boolean;
  /** Seconds until the next window starts. */
  readonly resetSeconds: number;
}

/** Counts requests by key and window: in memory for one node, in the database for several. */
export interface RateCounter {
  /**
   * Counts one request.
   *
   * @param windowStart Milliseconds since the epoch.
   * @returns The requests of the key in this window.
   */
  increment(keyId: string, windowStart: number): number | Promise<number>;
}

/**
 * Counts a request into the fixed one-minute window of a key.
 *
 * @param now Milliseconds since the epoch.
 */
export function countRequest(
  counter: RateCounter,
  keyId: string,
  limit: number,
  now: number,
): RateLimitState | Promise<RateLimitState> {
  const windowStart = now - (now % windowMs);
  const describe = (count: number): RateLimitState => ({
    limit,
    remaining: Math.max(0, limit - count),
    isExceeded: count > limit,
    resetSeconds: Math.ceil((windowStart + windowMs - now) / 1000),
  });
  const count = counter.increment(keyId, windowStart);
  return typeof count === 'number' ? describe(count) : count.then(describe);
}

/** Rejects the request that exceeded the limit. @throws {ServiceError} `rate_limited` */
export function requireWithinLimit({ isExceeded, limit, resetSeconds }: RateLimitState): void {
  if (!isExceeded) return;
  throw new ServiceError(
    'rate_limited',
    `this key may send ${limit} requests a minute and has used them up; try again in ${resetSeconds} s`,
    { retryAfterSeconds: resetSeconds },
  );
}

/** Counts in the memory of this process, for a single node. Only the current window is kept. */
export class InMemoryRateCounter implements RateCounter {
  #windowStart = 0;
  #counts = new Map<string, number>();

  increment(keyId: string, windowStart: number): number {
    if (windowStart !== this.#windowStart) {
      this.#windowStart = windowStart;
      this.#counts = new Map();
    }
    const count = (this.#counts.get(keyId) ?? 0) + 1;
    this.#counts.set(keyId, count);
    return count;
  }
}
