import { ServiceError } from '../errors/service-error.ts';

const windowMs = 60_000;

/** What a key may still do in its running minute. */
export interface RateLimitState {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window starts anew. */
  readonly resetSeconds: number;
}

/** Counts a request into the key's window that starts at `windowStart` (ms); answers how many it has now. */
export type IncrementRateWindow = (keyId: string, windowStart: number) => number | Promise<number>;

/**
 * Fixed windows of a minute, as the RateLimit header fields describe them
 * (draft-ietf-httpapi-ratelimit-headers). Throws `rate_limited` when the window is used up.
 */
export async function enforceRateLimit(
  take: IncrementRateWindow,
  keyId: string,
  limit: number,
  now: number,
): Promise<RateLimitState> {
  const windowStart = now - (now % windowMs);
  const taken = await take(keyId, windowStart);
  const resetSeconds = Math.ceil((windowStart + windowMs - now) / 1000);
  const state = { limit, remaining: Math.max(0, limit - taken), resetSeconds };
  if (taken > limit) {
    throw new ServiceError(
      'rate_limited',
      `this key may make ${limit} requests a minute and has used them up; try again in ${resetSeconds} s`,
      { retryAfterSeconds: resetSeconds, headers: rateLimitHeaders(state) },
    );
  }
  return state;
}

export function rateLimitHeaders(state: RateLimitState): Record<string, string> {
  return {
    ratelimit: `"minute";r=${state.remaining};t=${state.resetSeconds}`,
    'ratelimit-policy': `"minute";q=${state.limit};w=60`,
    'x-ratelimit-limit': String(state.limit),
    'x-ratelimit-remaining': String(state.remaining),
    'x-ratelimit-reset': String(state.resetSeconds),
  };
}

/** Windows in this process's memory: for one node. */
export function createInMemoryRateCounter(): IncrementRateWindow {
  let current = 0;
  let counts = new Map<string, number>();
  return (keyId, windowStart) => {
    if (windowStart !== current) {
      current = windowStart;
      counts = new Map();
    }
    const taken = (counts.get(keyId) ?? 0) + 1;
    counts.set(keyId, taken);
    return taken;
  };
}
