import { availableParallelism } from 'node:os';
import { EngineError } from '../engine-error.ts';
import { type WithJsonFields, wrapJsonFields } from '../json-fields.ts';
import { FairQueue } from '../scheduling/fair-queue.ts';
import type { WorkCaller } from '../scheduling/work-observer.ts';
import { PoolTask, type TaskEstimate, type TaskOutcome } from './pool-task.ts';
import { SlotSet } from './slot-set.ts';
import type { TaskInput, TaskName, TaskResponse, TaskResult, TaskTable } from './task.ts';
import { timeSliceMs } from './time-slice.ts';
import { WorkerSlot } from './worker-slot.ts';

/** The worker module of a pool, its cost estimate, and its limits. */
export interface WorkerPoolOptions<Tasks extends TaskTable> {
  /** Module that exports `runTask`, made with `createTaskRunner`. */
  readonly workerUrl: URL;
  /** Expected cost of a task; it decides which task is next and is corrected by the measured time. */
  readonly estimate: <Name extends TaskName<Tasks>>(
    name: Name,
    input: TaskInput<Tasks, Name>,
  ) => TaskEstimate;
  /** Threads for tasks of any size; default: one per core. */
  readonly threads?: number | undefined;
  /**
   * A small task that prepares a thread. With it, the pool has one thread more, reserved for small tasks while all
   * others run large ones; the task prepares that thread before a small task needs it.
   */
  readonly warmUp?: { readonly name: TaskName<Tasks>; readonly input: unknown };
  /**
   * One more thread serves other flows while one flow has all threads for tasks of any size, and has kept them for this time.
   * Default: no such thread.
   */
  readonly spareAfterMs?: number;
  /** Maximum heap of a thread. A task that exceeds it fails, and the thread is replaced. Default: Node's limit. */
  readonly heapMaxMb?: number;
  /** Idle threads end after this time; default: five minutes. */
  readonly idleMs?: number | undefined;
  /** A thread is replaced after this many tasks; default: never. For code whose memory only grows. */
  readonly tasksPerThreadMax?: number;
  /** Whether a thread is replaced after an unexpected error, which may leave corrupt state. Default: false. */
  readonly replacesThreadOnError?: boolean;
  /** Time a canceled task has to end before its thread is terminated; default: 250 ms. */
  readonly cancelGraceMs?: number;
}

/** Options of one task. */
export interface RunTaskOptions<JsonField extends string = never> {
  readonly signal?: AbortSignal | undefined;
  /** Whose share of the threads the task uses; default: one flow for all. */
  readonly caller?: WorkCaller | undefined;
  /** Fields of the result to return as JSON, written in the thread. */
  readonly jsonFields?: readonly JsonField[];
}

/** A task that was started this many times, because other tasks lost its thread, fails. */
const attemptsMax = 10;
const idleMsDefault = 300_000;
const defaultCaller: WorkCaller = { flow: '' };

/** Charged to a flow when a slice starts, until the duration of the slice is known. */
const provisionalChargeMs = ({ request }: PoolTask): number => Math.min(request.estimate.ms, timeSliceMs);

const closedError = (): Error => new Error('The worker pool is closed.');

/**
 * A bounded pool of threads for computation, shared fairly among its callers.
 *
 * Tasks wait in a fair queue, those of one flow by their expected time and age. A large task that has used its time slice
 * gives way to tasks of other flows and to shorter ones of its flow, and continues later in the same thread. With `warmUp`, one thread more than `threads` is reserved for small tasks while all others
 * run large ones, and with `spareAfterMs` one for other flows while one flow has all of them; the operating system
 * shares the cores among them.
 */
export class WorkerPool<Tasks extends TaskTable> {
  /** Threads for tasks of any size. */
  readonly threads: number;
  readonly #options: WorkerPoolOptions<Tasks>;
  readonly #slots: SlotSet;
  readonly #queue = new FairQueue<PoolTask>();
  readonly #idleMs: number;
  #isClosed = false;
  #spareTimer: NodeJS.Timeout | undefined;

  constructor(options: WorkerPoolOptions<Tasks>) {
    const { threads = availableParallelism(), idleMs = idleMsDefault, warmUp, spareAfterMs } = options;
    this.threads = threads;
    this.#options = options;
    this.#idleMs = idleMs;
    this.#slots = new SlotSet(
      { threads, hasSmallSlot: warmUp !== undefined, spareAfterMs },
      (kind) => new WorkerSlot(kind, () => this.#openPiscina()),
    );
  }

  /** Tasks that wait for a thread. */
  get waiting(): number {
    return this.#queue.length - this.#slots.paused;
  }

  /** Tasks that have a thread, whether active or paused. */
  get running(): number {
    return this.#slots.running;
  }

  /** Threads that exist now, busy or idle. */
  get liveThreads(): number {
    return this.#slots.liveThreads;
  }

  /**
   * Runs a task in a thread.
   *
   * An abort rejects at once. A running task stops at its next yield point; if it reaches none in time, its thread is
   * terminated and replaced. A thread inside a native call finishes that call first.
   *
   * @throws EngineError for an expected failure of the task; the signal's reason when aborted
   */
  async run<Name extends TaskName<Tasks>, JsonField extends string = never>(
    name: Name,
    input: TaskInput<Tasks, Name>,
    { signal, caller = defaultCaller, jsonFields = [] }: RunTaskOptions<JsonField> = {},
  ): Promise<WithJsonFields<TaskResult<Tasks, Name>, JsonField>> {
    signal?.throwIfAborted();
    if (this.#isClosed) throw closedError();
    const estimate = this.#options.estimate(name, input);
    const task = new PoolTask({ name, input, jsonFields, caller, estimate });
    const onAbort = (): void => this.#cancel(task, signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#queue.enqueue(task.flow, task, task.place);
    this.#dispatch();
    try {
      const response = (await task.outcome) as TaskResponse<TaskResult<Tasks, Name>>;
      if (response.status === 'refused') throw EngineError.deserialize(response.error);
      if (response.status === 'failed') throw response.error;
      wrapJsonFields(response.value, jsonFields);
      return response.value as WithJsonFields<TaskResult<Tasks, Name>, JsonField>;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Rejects all tasks and ends all threads. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#spareTimer);
    const started = [...this.#slots].flatMap((slot) => [
      ...slot.paused,
      ...(slot.active ? [slot.active] : []),
    ]);
    for (const task of this.#queue.clear()) {
      if (!started.includes(task)) task.settle({ error: closedError() });
    }
    // A thread inside native code must not be terminated: it finishes the call and ends the task.
    const inside = started.filter((task) => !task.guard.cancel());
    await Promise.all(inside.map((task) => task.ended));
    for (const task of started) task.settle({ error: closedError() });
    await Promise.all([...this.#slots].map((slot) => slot.close()));
  }

  async #openPiscina() {
    const { Piscina } = await import('piscina');
    const { workerUrl, heapMaxMb } = this.#options;
    return new Piscina({
      filename: workerUrl.href,
      name: 'runTask',
      minThreads: 0,
      maxThreads: 1,
      concurrentTasksPerWorker: 64,
      // The default gives no second task to a thread whose task can be aborted.
      loadBalancer: (_task, workers) => workers[0] ?? null,
      idleTimeout: this.#idleMs,
      ...(heapMaxMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: heapMaxMb } }),
      recordTiming: false,
    });
  }

  /** Gives each free slot its next task, and asks large tasks to yield to tasks that still wait. */
  #dispatch(): void {
    if (this.#isClosed) return;
    for (const slot of this.#slots) {
      const isEligible = slot.active === undefined ? this.#slots.eligibility(slot) : undefined;
      if (isEligible === undefined) continue;
      const task = this.#queue.dequeue(isEligible);
      if (task !== undefined) this.#activate(slot, task);
      else if (slot.kind === 'small' && slot.isCold(this.#idleMs)) this.#activate(slot, this.#warmUpTask());
    }
    this.#scheduleSpare();
    for (const { active } of this.#slots) active?.guard.requestYield(this.#mustYield(active));
  }

  /** Whether tasks of other flows wait, or a shorter one of the same flow is next. */
  #mustYield(active: PoolTask): boolean {
    const next = this.#queue.first(active.flow);
    return this.#queue.hasOtherFlow(active.flow) || next?.isShorterThan(active) === true;
  }

  /** Dispatches again when the spare thread may be used for tasks that still wait. */
  #scheduleSpare(): void {
    clearTimeout(this.#spareTimer);
    const delayMs = this.#slots.spareDelayMs();
    const flow = this.#slots.flowWithAllThreads();
    const isNeeded = flow !== undefined && this.#queue.hasOtherFlow(flow);
    if (!isNeeded || delayMs === 0 || delayMs === Number.POSITIVE_INFINITY) return;
    this.#spareTimer = setTimeout(() => this.#dispatch(), delayMs).unref();
  }

  #warmUpTask(): PoolTask {
    const { name = '', input } = this.#options.warmUp ?? {};
    const estimate = this.#options.estimate(name, input as TaskInput<Tasks, TaskName<Tasks>>);
    return new PoolTask({ name, input, jsonFields: [], caller: defaultCaller, estimate });
  }

  #activate(slot: WorkerSlot, task: PoolTask): void {
    slot.active = task;
    this.#queue.charge(task.flow, provisionalChargeMs(task));
    if (slot.paused.delete(task)) {
      task.resume();
      return;
    }
    const attempt = task.attempts;
    const onEnd = (outcome: TaskOutcome): void => {
      if (task.attempts === attempt) this.#end(slot, task, outcome);
    };
    slot
      .start(task, () => this.#pause(slot, task))
      .then(
        (value) => onEnd({ value }),
        (error: unknown) => onEnd({ error }),
      );
  }

  #pause(slot: WorkerSlot, task: PoolTask): void {
    if (slot.active !== task) return;
    this.#release(slot, task);
    slot.paused.add(task);
    task.pause();
    this.#queue.enqueue(task.flow, task, task.place);
    this.#dispatch();
  }

  #end(slot: WorkerSlot, task: PoolTask, outcome: TaskOutcome): void {
    // Tasks return their failures as responses: a rejection means that the thread was lost, whichever task it reaches first.
    const hasLostThread = 'error' in outcome;
    if (hasLostThread && slot.paused.has(task)) {
      this.#restartPaused(slot);
      this.#dispatch();
      return;
    }
    if (slot.paused.delete(task)) this.#queue.remove(task.flow, task);
    else this.#release(slot, task);
    if (hasLostThread) this.#restartPaused(slot);
    else if (this.#needsNewThread(slot, outcome.value)) slot.replaceThread();
    task.markEnded();
    task.settle(outcome);
    this.#dispatch();
  }

  #needsNewThread(slot: WorkerSlot, response: unknown): boolean {
    const { tasksPerThreadMax, replacesThreadOnError } = this.#options;
    if (slot.paused.size > 0) return false;
    if (tasksPerThreadMax !== undefined && slot.tasksStarted >= tasksPerThreadMax) return true;
    const status = (response as TaskResponse<unknown> | undefined)?.status;
    return replacesThreadOnError === true && status === 'failed';
  }

  /** The thread of a slot was lost because of another task: its paused tasks start again, in any thread. */
  #restartPaused(slot: WorkerSlot): void {
    for (const task of slot.paused) {
      this.#queue.remove(task.flow, task);
      task.resetForRetry();
      if (task.isSettled || this.#isClosed) task.markEnded();
      else if (task.attempts > attemptsMax)
        task.settle({ error: new Error('The worker thread exited repeatedly.') });
      else this.#queue.enqueue(task.flow, task, task.place);
    }
    slot.paused.clear();
  }

  /** Takes the active task off a slot and charges its flow for the time it used. */
  #release(slot: WorkerSlot, task: PoolTask): void {
    if (slot.active === task) slot.active = undefined;
    this.#queue.charge(task.flow, task.stopClock() - provisionalChargeMs(task));
  }

  #cancel(task: PoolTask, reason: unknown): void {
    const slot = [...this.#slots].find(({ active, paused }) => active === task || paused.has(task));
    if (slot === undefined) {
      this.#queue.remove(task.flow, task);
      task.settle({ error: reason });
      return;
    }
    const mayTerminateThread = task.guard.cancel();
    const isPaused = slot.paused.has(task);
    task.settle({ error: reason });
    if (isPaused || !mayTerminateThread) return;
    const timer = setTimeout(() => task.threadAbort.abort(), this.#options.cancelGraceMs ?? 250);
    void task.ended.then(() => clearTimeout(timer));
  }
}
