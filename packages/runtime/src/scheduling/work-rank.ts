/** Work is overtaken by shorter work that arrives within this time, ms, or within its expected duration if that is less. */
const overtakenMsMax = 10_000;

/**
 * Order of the waiting work of one flow, lowest first: shortest expected work first, with aging, so that short work does
 * not wait for long work, and long work starts however much short work arrives.
 *
 * @param arrivedAtMs when the work arrived, by a monotonic clock
 * @param expectedMs how long it is expected to take
 */
export const rankWork = (arrivedAtMs: number, expectedMs: number): number =>
  arrivedAtMs + Math.min(expectedMs, overtakenMsMax);
