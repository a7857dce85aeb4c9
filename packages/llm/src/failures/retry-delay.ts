/** First delay, ms; each further one is twice as long. */
const delayFirstMs = 500;
const delayMaxMs = 8000;

/** A longer wait that an endpoint asks for is not worth it: the request fails instead. */
export const retryAfterMaxMs = 10_000;

/**
 * Returns the delay before an attempt is repeated: exponential backoff with full jitter (M. Brooker, AWS Architecture
 * Blog, 2015), or what the endpoint asked for plus jitter.
 *
 * @param attempt number of failed attempts, from 1
 * @param retryAfterMs time that the endpoint asked for
 * @param random number in 0..1
 * @returns milliseconds; undefined if the endpoint asks for too long a wait
 */
export function retryDelayMs(
  attempt: number,
  retryAfterMs: number | undefined,
  random: number,
): number | undefined {
  if (retryAfterMs !== undefined) {
    return retryAfterMs > retryAfterMaxMs ? undefined : retryAfterMs + random * delayFirstMs;
  }
  return random * Math.min(delayMaxMs, delayFirstMs * 2 ** (attempt - 1));
}

/**
 * Reads the header `Retry-After` (RFC 9110, section 10.2.3), in seconds or as a date.
 *
 * @param nowMs milliseconds since the epoch
 * @returns milliseconds; undefined if the header is missing or invalid
 */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined || value.trim() === '') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return seconds < 0 ? undefined : seconds * 1000;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : Math.max(0, time - nowMs);
}
