import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { QueueOptions } from '../scheduling/fair-queue.ts';
import type { WorkCaller } from '../scheduling/work-observer.ts';
import { rankWork } from '../scheduling/work-rank.ts';
import { NativeCallGuard } from './native-call-guard.ts';
import { type TimeSliceMessage, timeSliceMs } from './time-slice.ts';

/** Expected cost of a task. */
export interface TaskEstimate {
  readonly ms: number;
  /** Whether the task is known to be short. Small tasks may use the reserved thread and are never paused. */
  readonly isSmall: boolean;
}

/** A request to run a task in the pool. */
export interface PoolTaskRequest {
  readonly name: string;
  readonly input: unknown;
  /** Paths of the result's fields to return as JSON. */
  readonly jsonFields: readonly string[];
  readonly caller: WorkCaller;
  readonly estimate: TaskEstimate;
}

/** The message that starts a task in a worker thread. */
export interface TaskMessage {
  readonly name: string;
  readonly input: unknown;
  readonly jsonFields: readonly string[];
  readonly guardState: SharedArrayBuffer;
  /** Present for tasks that can be paused. */
  readonly yieldPort: MessagePort | undefined;
}

/** How a task ended: a value, which may be a thread's response to a failed task, or the error of a lost thread. */
export type TaskOutcome = { readonly value: unknown } | { readonly error: unknown };

/** One task of the pool, from its arrival to its end, with the time it waited and used a thread. */
export class PoolTask {
  readonly request: PoolTaskRequest;
  readonly guard = new NativeCallGuard();
  /** Aborting it terminates the thread that runs the task. */
  readonly threadAbort = new AbortController();
  /** How many times the task was started; more than once when another task lost their thread. */
  attempts = 1;
  /** Whether the task has a thread, active or paused. */
  isAssigned = false;
  readonly #outcome = Promise.withResolvers<unknown>();
  readonly #ended = Promise.withResolvers<void>();
  /** Where the task waits in the queue; after a pause, behind what waits already. */
  place: QueueOptions;
  readonly #queuedAt = performance.now();
  /** Start of the current slice. */
  #startedAt: number | undefined;
  #workedMs = 0;
  #hasStarted = false;
  #isPaused = false;
  #isSettled = false;
  #port: MessagePort | undefined;

  constructor(request: PoolTaskRequest) {
    this.request = request;
    const { caller, estimate } = request;
    this.place = { rank: rankWork(this.#queuedAt, estimate.ms), isDeferred: caller.isDeferred };
    // A caller that aborted no longer awaits the outcome.
    this.#outcome.promise.catch(() => undefined);
    caller.observer?.queued();
  }

  /** Whether the task is expected to take less time than another one. */
  isShorterThan({ request }: PoolTask): boolean {
    return this.request.estimate.ms < request.estimate.ms;
  }

  get flow(): string {
    return this.request.caller.flow;
  }

  get outcome(): Promise<unknown> {
    return this.#outcome.promise;
  }

  /** Resolves when no thread runs the task any more, which may be after it was settled. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Milliseconds since the current slice began; 0 while the task waits. */
  get sliceMs(): number {
    return this.#elapsedMs();
  }

  get isSettled(): boolean {
    return this.#isSettled;
  }

  /**
   * Starts the clock and creates the message for the thread.
   *
   * @param onPause called each time the task pauses
   */
  start(onPause: () => void): { message: TaskMessage; transferList: MessagePort[] } {
    this.isAssigned = true;
    this.#startClock();
    const { name, input, jsonFields, estimate } = this.request;
    const message = { name, input, jsonFields, guardState: this.guard.state };
    if (estimate.isSmall) return { message: { ...message, yieldPort: undefined }, transferList: [] };
    const { port1, port2 } = new MessageChannel();
    port1.on('message', onPause).unref();
    this.#port = port1;
    return { message: { ...message, yieldPort: port2 }, transferList: [port2] };
  }

  /** Called when the task has paused, after its clock has stopped. */
  pause(): void {
    this.#isPaused = true;
    this.place = { ...this.place, rank: rankWork(performance.now(), timeSliceMs) };
    this.request.caller.observer?.paused?.();
  }

  /** Continues the task after a pause. */
  resume(): void {
    this.#endPause();
    this.#startClock();
    this.#port?.postMessage('resume' satisfies TimeSliceMessage);
  }

  /** Ends a slice. @returns the duration of the slice in milliseconds */
  stopClock(): number {
    const ms = this.#elapsedMs();
    this.#startedAt = undefined;
    this.#workedMs += ms;
    return ms;
  }

  /** Prepares the task to start again in another thread because its own was lost. */
  resetForRetry(): void {
    this.attempts += 1;
    this.isAssigned = false;
    this.#endPause();
    this.#closePort();
  }

  markEnded(): void {
    this.#ended.resolve();
  }

  /** Reports the outcome to the caller. A paused task is canceled, since its port is closed. */
  settle(outcome: TaskOutcome): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#closePort();
    const { observer } = this.request.caller;
    if (!this.#hasStarted) observer?.started(performance.now() - this.#queuedAt);
    this.#hasStarted = true;
    this.#endPause();
    observer?.finished(this.#workedMs + this.#elapsedMs());
    if ('error' in outcome) this.#outcome.reject(outcome.error);
    else this.#outcome.resolve(outcome.value);
  }

  #elapsedMs(): number {
    return this.#startedAt === undefined ? 0 : performance.now() - this.#startedAt;
  }

  #startClock(): void {
    this.#startedAt = performance.now();
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    this.request.caller.observer?.started(this.#startedAt - this.#queuedAt);
  }

  #endPause(): void {
    if (this.#isPaused) this.request.caller.observer?.resumed?.();
    this.#isPaused = false;
  }

  #closePort(): void {
    this.#port?.close();
    this.#port = undefined;
  }
}
