import type { QuernError } from './quern-error.ts';

/**
 * What a request may go through twice. `repeatable`: it does no harm a second time (it reads, or carries an
 * Idempotency-Key). `once`: only what was refused before any work is sent again.
 */
export type RetrySafety = 'safe' | 'unsafe';

const firstDelayMs = 250;
const delayMaxMs = 8000;

/** Whether the same request can succeed later. */
export function isRetryable(error: QuernError, retrySafety: RetrySafety): boolean {
  if (error.status === 429) return true;
  if (retrySafety === 'unsafe') return false;
  if (error.status === 503 || error.code === 'network_error') return true;
  // The first try, whose answer was lost on its way, is still at work.
  if (error.code === 'idempotency_running') return true;
  // A proxy's own 502 or 504, while the service behind it restarts. The service's speak of the page it fetched.
  return error.code === 'unexpected_response' && (error.status === 502 || error.status === 504);
}

/**
 * Milliseconds before try number `retry` (1 is the first repetition): what the service asks for, else doubling
 * from 250 ms to 8 s; a random part of up to as much again keeps clients from coming back together.
 */
export function retryDelayMs(error: QuernError, retry: number): number {
  const backoffMs = Math.min(delayMaxMs, firstDelayMs * 2 ** (retry - 1));
  const spreadMs = Math.random() * backoffMs;
  return error.retryAfterSeconds === undefined
    ? backoffMs / 2 + spreadMs / 2
    : error.retryAfterSeconds * 1000 + spreadMs / 4;
}

/** Seconds of a Retry-After header (RFC 9110, 10.2.3): a number, or a date; undefined when it is neither. */
export function parseRetryAfter(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}
