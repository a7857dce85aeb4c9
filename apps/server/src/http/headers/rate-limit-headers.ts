import type { RateLimitState } from '../../limits/rate-limiter.ts';

/**
 * Returns the RateLimit header fields (draft-ietf-httpapi-ratelimit-headers) and their older X-RateLimit forms.
 */
export function rateLimitHeaders(state: RateLimitState): Record<string, string> {
  return {
    ratelimit: `"minute";r=${state.remaining};t=${state.resetSeconds}`,
    'ratelimit-policy': `"minute";q=${state.limit};w=60`,
    'x-ratelimit-limit': String(state.limit),
    'x-ratelimit-remaining': String(state.remaining),
    'x-ratelimit-reset': String(state.resetSeconds),
  };
}
