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
