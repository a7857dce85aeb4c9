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
