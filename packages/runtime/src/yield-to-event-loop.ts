/** Long enough to be worth an interruption, short enough that nobody who waits notices. */
const sliceMs = 8;

const waiting: (() => void)[] = [];
let turnBegan = Number.NEGATIVE_INFINITY;
let scheduled = false;

/**
 * Lets the event loop serve others during long computation. Ask often: nothing (so no await) while the slice
 * of time is unused, else a promise to wait for. One slice a turn of the loop is shared by the whole process,
 * since many who each hold the loop for a little would hold it for long together.
 */
export function yieldIfDue(): Promise<void> | undefined {
  if (waiting.length === 0 && performance.now() - turnBegan < sliceMs) return undefined;
  return new Promise((resolve) => {
    waiting.push(resolve);
    schedule();
  });
}

function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  setImmediate(() => {
    scheduled = false;
    turnBegan = performance.now();
    waiting.shift()?.();
    // Immediates of one turn run together, those set meanwhile in the next: so each turn has one slice.
    if (waiting.length > 0) schedule();
  });
}
