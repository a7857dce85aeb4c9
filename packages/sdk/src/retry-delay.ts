import type { QuernError } from './quern-error.ts';

/**
 * Whether a request may be sent twice. `safe`: a repetition has no effect (it reads, or has an Idempotency-Key).
 * `unsafe`: only requests that were rejected before any work are sent again.
 */
export type RetrySafety = 'safe' | 'unsafe';

/** Components that an operator has to add. The service has already tried to. */
const lastingCodes: ReadonlySet<string> = new Set(['model_unavailable', 'engine_unavailable']);

const firstDelayMs = 250;
const delayMaxMs = 8000;

/** Whether the same request may succeed later. */
export function isRetryable(error: QuernError, retrySafety: RetrySafety): boolean {
  if (error.status === 429) return true;
  if (retrySafety === 'unsafe' || lastingCodes.has(error.code)) return false;
  if (error.status === 503 || error.code === 'network_error') return true;
  // The first attempt, whose response was lost, is still running.
  if (error.code === 'idempotency_running') return true;
  // A proxy returns these while the service restarts. The service's own 502 and 504 concern the fetched page.
  return error.code === 'unexpected_response' && (error.status === 502 || error.status === 504);
}

/**
 * Delay before retry number `retry` (from 1): the one requested by the service, or else exponential backoff from
 * 250 ms to 8 s. Random jitter keeps clients from retrying at the same moment.
 *
 * @returns Milliseconds.
 */
export function retryDelayMs(error: QuernError, retry: number): number {
  const backoffMs = Math.min(delayMaxMs, firstDelayMs * 2 ** (retry - 1));
  const spreadMs = Math.random() * backoffMs;
  return error.retryAfterSeconds === undefined
    ? backoffMs / 2 + spreadMs / 2
    : error.retryAfterSeconds * 1000 + spreadMs / 4;
}

/** Parses a Retry-After header (RFC 9110, 10.2.3), a number of seconds or a date; undefined if it is neither. */
export function parseRetryAfter(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}
