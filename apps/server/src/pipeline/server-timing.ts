/** The hundredths of a number as its decimal fraction without trailing zeros, by their count. */
const fractions = Array.from({ length: 100 }, (_, hundredths) => String(hundredths / 100).slice(1));

/** Formats a duration, rounded to hundredths. Formatting a number that is not an integer is several times as slow. */
function formatMs(ms: number): string {
  const hundredths = Math.round(ms * 100);
  const whole = Math.floor(hundredths / 100);
  return `${whole}${fractions[hundredths - whole * 100]}`;
}

/**
 * Formats the durations of a request's steps as a Server-Timing header (W3C), rounded to hundredths of a millisecond.
 *
 * @param steps name and milliseconds of each step, in order
 * @param durationMs milliseconds of the request
 */
export function formatServerTiming(
  steps: ReadonlyArray<readonly [string, number]>,
  durationMs: number,
): string {
  let timing = '';
  for (const [name, ms] of steps) timing += `${name};dur=${formatMs(ms)}, `;
  return `${timing}total;dur=${formatMs(durationMs)}`;
}
