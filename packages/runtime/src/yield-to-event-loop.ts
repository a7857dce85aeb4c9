/**
 * A point at which long work may be interrupted. Returns undefined while nothing else is due, so that callers can skip
 * the `await`, else a promise that resolves when the work may continue. Call it every few milliseconds, where no state is
 * half-updated.
 */
export type YieldIfDue = () => Promise<void> | undefined;

/** Time slice before yielding; 8 ms keeps the latency of the event loop imperceptible. */
const sliceMs = 8;

const waiting: (() => void)[] = [];
let sliceStartedAt = Number.NEGATIVE_INFINITY;
let isScheduled = false;

/**
 * Yields to the event loop once the current time slice is used up. The whole process shares one slice per turn of the
 * loop: with a slice per caller, many callers together would block the loop for a long time.
 */
export function yieldIfDue(): Promise<void> | undefined {
  if (waiting.length === 0 && performance.now() - sliceStartedAt < sliceMs) return undefined;
  return new Promise((resolve) => {
    waiting.push(resolve);
    schedule();
  });
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(() => {
    isScheduled = false;
    sliceStartedAt = performance.now();
    waiting.shift()?.();
    // Node runs immediates that are set meanwhile in the next turn, so each turn has one slice.
    if (waiting.length > 0) schedule();
  });
}
