/**
 * Order of the waiting work of one flow, lowest first: shortest expected work first, with aging, so that short work does
 * not wait for long work, and long work is overtaken only by work that arrives before it has waited as long as it takes.
 *
 * @param arrivedAtMs when the work arrived, by a monotonic clock
 * @param expectedMs how long it is expected to take
 */
export const rankWork = (arrivedAtMs: number, expectedMs: number): number => arrivedAtMs + expectedMs;
