import type { Piscina } from 'piscina';
import type { PoolTask } from './pool-task.ts';

/**
 * The tasks that a slot is for: any; small ones while all general slots run large ones; or those of other flows while one
 * flow has all general slots.
 */
export type SlotKind = 'general' | 'small' | 'spare';

/** Maximum number of tasks paused in one thread: each keeps its state in memory. */
const pausedMax = 16;

/**
 * One thread of the pool, started with its first task and ended when idle. One task of the thread is active; others may
 * be paused.
 */
export class WorkerSlot {
  readonly kind: SlotKind;
  readonly paused = new Set<PoolTask>();
  active: PoolTask | undefined;
  readonly #open: () => Promise<Piscina>;
  #piscina: Promise<Piscina> | undefined;
  #threads: (() => number) | undefined;
  #lastUsedAt = Number.NEGATIVE_INFINITY;
  #tasksStarted = 0;

  /** @param open creates a pool of at most one thread */
  constructor(kind: SlotKind, open: () => Promise<Piscina>) {
    this.kind = kind;
    this.#open = open;
  }

  /** Number of live threads, 0 or 1. */
  get threads(): number {
    return this.#threads?.() ?? 0;
  }

  /** Number of tasks that the current thread has started. */
  get tasksStarted(): number {
    return this.#tasksStarted;
  }

  /** Whether the slot, when free, may run the task. */
  accepts(task: PoolTask): boolean {
    if (this.paused.has(task)) return true;
    if (task.isAssigned) return false;
    if (task.request.estimate.isSmall) return true;
    return this.kind !== 'small' && this.paused.size < pausedMax;
  }

  /** Whether the thread has never run a task, or may have ended since its last one. */
  isCold(idleMs: number): boolean {
    return performance.now() - this.#lastUsedAt > idleMs;
  }

  /**
   * Runs a task in the thread from its beginning.
   *
   * @throws Error when the thread ends before the task does
   */
  async start(task: PoolTask, onPause: () => void): Promise<unknown> {
    this.#piscina ??= this.#open();
    this.#lastUsedAt = performance.now();
    const piscina = await this.#piscina;
    this.#threads = () => piscina.threads.length;
    if (task.isSettled) return undefined;
    this.#tasksStarted += 1;
    const { message, transferList } = task.start(onPause);
    return piscina.run(message, { transferList, signal: task.threadAbort.signal });
  }

  /** Ends the thread. The next task starts a new one, once the old one has ended. */
  replaceThread(): void {
    const previous = this.#piscina;
    if (previous === undefined) return;
    this.#tasksStarted = 0;
    this.#piscina = previous.then(async (piscina) => {
      await piscina.destroy();
      return this.#open();
    });
    // The failure is reported by the next start.
    this.#piscina.catch(() => undefined);
  }

  async close(): Promise<void> {
    await (await this.#piscina)?.destroy();
  }
}
