import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { EngineError, type TaskResponse } from '@quern/runtime/engine-error';
import { type WithJsonFields, wrapJsonFields } from '@quern/runtime/json-fields';
import { PoolTask } from '@quern/runtime/pool/pool-task';
import { timeSliceMs } from '@quern/runtime/pool/time-slice';
import { WorkerSlot } from '@quern/runtime/pool/worker-slot';
import { FairQueue } from '@quern/runtime/scheduling/fair-queue';
import type { WorkCaller } from '@quern/runtime/scheduling/work-observer';
import type { TaskInput, TaskName, TaskResult } from './engine-tasks.ts';
import { estimateTask } from './estimate-task.ts';

export interface RunTaskOptions<Json extends string = never> {
  readonly signal?: AbortSignal | undefined;
  /** Whose share of the threads the task uses; default: one flow for all. */
  readonly caller?: WorkCaller | undefined;
  /** Fields of the result that come as JSON, written in the thread. */
  readonly jsonFields?: readonly Json[];
}

export interface EnginePool {
  /** Tasks that wait for a thread. */
  readonly waiting: number;
  /** Tasks that have a thread, whether active or paused. */
  readonly running: number;
  /** Threads for tasks of any size. */
  readonly threads: number;
  /**
   * Runs a task in a thread. An abort is thrown at once; a task that is running stops at its next opportunity, and one that has
   * none loses its thread, which a new one replaces. Throws EngineFailure for what the engine itself refuses.
   */
  run<Name extends TaskName, Json extends string = never>(
    name: Name,
    input: TaskInput<Name>,
    options?: RunTaskOptions<Json>,
  ): Promise<WithJsonFields<TaskResult<Name>, Json>>;
  close(): Promise<void>;
}

export interface EnginePoolOptions {
  /** Threads for tasks of any size; default: one a core. One more is reserved for small tasks. */
  readonly threads?: number;
  /** Heap of a thread; over it the task fails and the thread is replaced. */
  readonly heapMaxMb?: number;
  /** A thread without work ends after this time. */
  readonly idleMs?: number;
}

/** Time a stopped task has to end by itself before its thread is ended, ms. */
const graceMs = 250;
/** A task that has begun this many times, because other tasks ended its thread, fails. */
const runsMax = 10;
const anyone: WorkCaller = { flow: '' };
/** What a flow is charged when a slice begins, ms, until the slice's own time is known. */
const advanceMs = ({ request: order }: PoolTask): number => Math.min(order.estimate.ms, timeSliceMs);

/** Makes the reserved thread ready while long tasks have the others, before a small one needs it. */
const warmUp = (): PoolTask =>
  new PoolTask({
    name: 'warmUp',
    input: undefined,
    jsonFields: [],
    caller: anyone,
    estimate: estimateTask('warmUp', undefined),
  });

/** A bounded pool of threads for computation, shared fairly among its callers. */
export function createEnginePool(options: EnginePoolOptions = {}): EnginePool {
  return new ScheduledPool(options);
}

/**
 * Tasks wait in a fair queue. A long task that has had its slice gives way to tasks of other flows and goes on later
 * in the same thread. One thread more than asked for is reserved for small tasks while all others are busy with long ones: the
 * operating system shares the cores among them.
 */
class ScheduledPool implements EnginePool {
  readonly threads: number;
  readonly #slots: readonly WorkerSlot[];
  readonly #queue = new FairQueue<PoolTask>();
  readonly #idleMs: number;
  #isClosed = false;

  constructor({ threads = availableParallelism(), heapMaxMb = 1536, idleMs = 300_000 }: EnginePoolOptions) {
    this.threads = threads;
    this.#idleMs = idleMs;
    const filename = new URL(`./engine-worker${extname(import.meta.filename)}`, import.meta.url).href;
    const open = async () => {
      const { Piscina } = await import('piscina');
      return new Piscina({
        filename,
        name: 'runTask',
        minThreads: 0,
        maxThreads: 1,
        concurrentTasksPerWorker: 64,
        // The default gives no second task to a thread whose task can be aborted.
        loadBalancer: (_task, workers) => workers[0] ?? null,
        idleTimeout: idleMs,
        resourceLimits: { maxOldGenerationSizeMb: heapMaxMb },
        recordTiming: false,
      });
    };
    this.#slots = Array.from({ length: threads + 1 }, (_, at) => new WorkerSlot(at === threads, open));
  }

  get waiting(): number {
    return this.#queue.length - this.#slots.reduce((sum, slot) => sum + slot.paused.size, 0);
  }

  get running(): number {
    return this.#slots.reduce((sum, slot) => sum + slot.paused.size + (slot.active === undefined ? 0 : 1), 0);
  }

  async run<Name extends TaskName, Json extends string = never>(
    name: Name,
    input: TaskInput<Name>,
    { signal, caller = anyone, jsonFields: json = [] }: RunTaskOptions<Json> = {},
  ): Promise<WithJsonFields<TaskResult<Name>, Json>> {
    signal?.throwIfAborted();
    if (this.#isClosed) throw new Error('the engine pool is closed');
    const task = new PoolTask({ name, input, jsonFields: json, caller, estimate: estimateTask(name, input) });
    const onAbort = (): void => this.#stop(task, signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#queue.enqueue(task.flow, task);
    this.#dispatch();
    try {
      const answer = (await task.outcome) as TaskResponse<TaskResult<Name>>;
      if (!answer.ok) throw answer.fault ?? new EngineError(answer.engine, answer.code, answer.message);
      wrapJsonFields(answer.value, json);
      return answer.value as WithJsonFields<TaskResult<Name>, Json>;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const closed = new Error('the engine pool is closed');
    const started = this.#slots.flatMap((slot) => [...slot.paused, ...(slot.active ? [slot.active] : [])]);
    for (const task of this.#queue.clear()) if (!started.includes(task)) task.settle({ error: closed });
    // A thread that is inside native code must not be ended: it comes out, and stops.
    const inside = started.filter((task) => !task.guard.cancel());
    await Promise.all(inside.map((task) => task.ended));
    for (const task of started) task.settle({ error: closed });
    await Promise.all(this.#slots.map((slot) => slot.close()));
  }

  /** Gives every free slot its next task, and asks long tasks to give way to what still waits. */
  #dispatch(): void {
    if (this.#isClosed) return;
    for (const slot of this.#slots) {
      if (slot.active !== undefined || (slot.isReserved && !this.#isFullOfLongTasks())) continue;
      const task = this.#queue.dequeue((waiting) => slot.accepts(waiting));
      if (task !== undefined) this.#activate(slot, task);
      else if (slot.isReserved && slot.isCold(this.#idleMs)) this.#activate(slot, warmUp());
    }
    for (const { active } of this.#slots) active?.guard.requestYield(this.#queue.hasOtherFlow(active.flow));
  }

  #isFullOfLongTasks(): boolean {
    return this.#slots.every(
      ({ isReserved, active }) => isReserved || active?.request.estimate.isSmall === false,
    );
  }

  #activate(slot: WorkerSlot, task: PoolTask): void {
    slot.active = task;
    this.#queue.charge(task.flow, advanceMs(task));
    if (slot.paused.delete(task)) {
      task.resume();
      return;
    }
    const pause = (): void => this.#pause(slot, task);
    const run = task.attempts;
    const end = (outcome: { value: unknown } | { error: unknown }): void => {
      if (task.attempts === run) this.#end(slot, task, outcome);
    };
    slot.start(task, pause).then(
      (value) => end({ value }),
      (error: unknown) => end({ error }),
    );
  }

  #pause(slot: WorkerSlot, task: PoolTask): void {
    if (slot.active !== task) return;
    this.#release(slot, task);
    slot.paused.add(task);
    this.#queue.enqueue(task.flow, task, true);
    this.#dispatch();
  }

  #end(slot: WorkerSlot, task: PoolTask, outcome: { value: unknown } | { error: unknown }): void {
    // Tasks report their errors as answers: a rejection means that the thread has ended, whichever task it reaches first.
    const hasLostThread = 'error' in outcome;
    if (hasLostThread && slot.paused.has(task)) {
      this.#restartPaused(slot);
      this.#dispatch();
      return;
    }
    if (slot.paused.delete(task)) this.#queue.remove(task.flow, task);
    else this.#release(slot, task);
    if (hasLostThread) this.#restartPaused(slot);
    task.markEnded();
    task.settle(outcome);
    this.#dispatch();
  }

  /** The thread of a slot has ended because of another task: what was paused in it begins again, with any thread. */
  #restartPaused(slot: WorkerSlot): void {
    for (const task of slot.paused) {
      this.#queue.remove(task.flow, task);
      task.resetForRetry();
      if (task.isSettled || this.#isClosed) task.markEnded();
      else if (task.attempts > runsMax)
        task.settle({ error: new Error('its thread has ended again and again') });
      else this.#queue.enqueue(task.flow, task, true);
    }
    slot.paused.clear();
  }

  /** Takes the active task off a slot and charges its flow what it used. */
  #release(slot: WorkerSlot, task: PoolTask): void {
    if (slot.active === task) slot.active = undefined;
    this.#queue.charge(task.flow, task.stopClock() - advanceMs(task));
  }

  #stop(task: PoolTask, reason: unknown): void {
    const slot = this.#slots.find(({ active, paused }) => active === task || paused.has(task));
    if (slot === undefined) {
      this.#queue.remove(task.flow, task);
      task.settle({ error: reason });
      return;
    }
    const mayEndThread = task.guard.cancel();
    const isPaused = slot.paused.has(task);
    task.settle({ error: reason });
    if (!isPaused && mayEndThread) {
      const timer = setTimeout(() => task.threadAbort.abort(), graceMs);
      void task.ended.then(() => clearTimeout(timer));
    }
  }
}
