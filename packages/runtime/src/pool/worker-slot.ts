import type { Piscina } from 'piscina';
import type { PoolTask } from './pool-task.ts';

/** Tasks that may be paused in one thread: each keeps its state there. */
const pausedMax = 16;

/**
 * One thread of the pool. One of its tasks is active; others may be paused. The thread starts with its first task and ends
 * when it was idle.
 */
export class WorkerSlot {
  /** Takes small tasks only, so that these never wait for large ones. */
  readonly isReserved: boolean;
  readonly paused = new Set<PoolTask>();
  active: PoolTask | undefined;
  #usedAt = Number.NEGATIVE_INFINITY;
  readonly #open: () => Promise<Piscina>;
  #piscina: Promise<Piscina> | undefined;

  constructor(isReserved: boolean, open: () => Promise<Piscina>) {
    this.isReserved = isReserved;
    this.#open = open;
  }

  /** Whether the slot, when free, may run the task. */
  accepts(task: PoolTask): boolean {
    if (this.paused.has(task)) return true;
    if (task.isAssigned) return false;
    if (task.request.estimate.isSmall) return true;
    return !this.isReserved && this.paused.size < pausedMax;
  }

  /** Whether the thread may have ended since its last task, or has had none. */
  isCold(idleMs: number): boolean {
    return performance.now() - this.#usedAt > idleMs;
  }

  /** Runs a task in the thread from its beginning. Rejects when the thread ends before the task. */
  async start(task: PoolTask, onPause: () => void): Promise<unknown> {
    this.#piscina ??= this.#open();
    this.#usedAt = performance.now();
    const piscina = await this.#piscina;
    if (task.isSettled) return undefined;
    const { message, transferList } = task.start(onPause);
    return piscina.run(message, { transferList, signal: task.threadAbort.signal });
  }

  async close(): Promise<void> {
    await (await this.#piscina)?.destroy();
  }
}
