import { FairQueue, type QueueOptions } from './fair-queue.ts';
import type { WorkCaller } from './work-observer.ts';
import { rankWork } from './work-rank.ts';

interface Waiter {
  readonly start: () => void;
}

/** Limits concurrent work to a number of slots, which are shared fairly among the callers' flows. */
export class FairSemaphore {
  readonly #slots: number;
  readonly #queue = new FairQueue<Waiter>();
  #running = 0;

  /** @param slots maximum amount of concurrent work */
  constructor(slots: number) {
    this.#slots = slots;
  }

  /** Work that has a slot. */
  get running(): number {
    return this.#running;
  }

  /** Work that waits for a slot. */
  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Waits for a slot and runs the work in it.
   *
   * @param estimateMs expected duration of the work, corrected by the measured one
   * @throws the reason of `signal` when it is aborted while waiting, and whatever `work` throws
   */
  async run<Value>(
    { flow, observer, isDeferred }: WorkCaller,
    estimateMs: number,
    signal: AbortSignal,
    work: () => Promise<Value>,
  ): Promise<Value> {
    observer?.queued();
    const queuedAt = performance.now();
    try {
      await this.#acquire(flow, signal, { rank: rankWork(queuedAt, estimateMs), isDeferred });
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

  #acquire(flow: string, signal: AbortSignal, options: QueueOptions): Promise<void> {
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
      this.#queue.enqueue(flow, waiter, options);
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
