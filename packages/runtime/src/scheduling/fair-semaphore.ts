import { FairQueue } from './fair-queue.ts';
import type { WorkCaller } from './work-observer.ts';

interface Waiter {
  readonly start: () => void;
}

/** A number of slots for work that is done elsewhere, given out fairly among the callers' flows. */
export class FairSemaphore {
  readonly #slots: number;
  readonly #queue = new FairQueue<Waiter>();
  #running = 0;

  constructor(slots: number) {
    this.#slots = slots;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Does the work in a slot, when the caller's turn has come.
   *
   * @param estimateMs what the work is expected to take; corrected by what it took
   * @throws the reason of `signal` when that is aborted while waiting, and what `work` throws
   */
  async run<Value>(
    { flow, observer }: WorkCaller,
    estimateMs: number,
    signal: AbortSignal,
    work: () => Promise<Value>,
  ): Promise<Value> {
    observer?.queued();
    const queuedAt = performance.now();
    try {
      await this.#acquire(flow, signal);
    } catch (error) {
      observer?.started(performance.now() - queuedAt);
      observer?.finished(0);
      throw error;
    }
    const startedAt = performance.now();
    observer?.started(startedAt - queuedAt);
    this.#queue.charge(flow, estimateMs);
    try {
      return await work();
    } finally {
      const workedMs = performance.now() - startedAt;
      this.#queue.charge(flow, workedMs - estimateMs);
      observer?.finished(workedMs);
      this.#running -= 1;
      this.#startNext();
    }
  }

  #acquire(flow: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        start: () => {
          signal.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      const onAbort = (): void => {
        if (this.#queue.remove(flow, waiter)) reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#queue.enqueue(flow, waiter);
      this.#startNext();
    });
  }

  #startNext(): void {
    while (this.#running < this.#slots) {
      const next = this.#queue.dequeue();
      if (next === undefined) return;
      this.#running += 1;
      next.start();
    }
  }
}
