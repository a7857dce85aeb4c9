import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { WorkCaller } from '../scheduling/work-observer.ts';
import { NativeCallGuard } from './native-call-guard.ts';
import type { TimeSliceMessage } from './time-slice.ts';

export interface PoolTaskRequest {
  readonly name: string;
  readonly input: unknown;
  /** Paths of fields of the result that are to be JSON. */
  readonly jsonFields: readonly string[];
  readonly caller: WorkCaller;
  readonly estimate: { readonly ms: number; readonly isSmall: boolean };
}

/** What the worker gets. */
export interface TaskMessage {
  readonly name: string;
  readonly input: unknown;
  readonly json: readonly string[];
  readonly guard: SharedArrayBuffer;
  /** For tasks that can be interrupted. */
  readonly turns: MessagePort | undefined;
}

/** One task of the pool, from its arrival to its end: what it waits for, and how long it has used a thread. */
export class PoolTask {
  readonly request: PoolTaskRequest;
  readonly guard = new NativeCallGuard();
  /** Ends the thread that runs it. */
  readonly threadAbort = new AbortController();
  /** How often it has begun; more than once when another task ended its thread. */
  attempts = 1;
  /** Whether a thread has it, active or paused. */
  isAssigned = false;
  readonly #outcome = Promise.withResolvers<unknown>();
  readonly #ended = Promise.withResolvers<void>();
  readonly #queuedAt = performance.now();
  /** Of the slice that is running. */
  #startedAt: number | undefined;
  #workedMs = 0;
  #hasStarted = false;
  #isSettled = false;
  #port: MessagePort | undefined;

  constructor(order: PoolTaskRequest) {
    this.request = order;
    // A caller whose signal was aborted does not look at the outcome any more.
    this.#outcome.promise.catch(() => undefined);
    order.caller.observer?.queued();
  }

  get flow(): string {
    return this.request.caller.flow;
  }

  get outcome(): Promise<unknown> {
    return this.#outcome.promise;
  }

  /** Resolves when no thread works on it any more, which may be after it was settled. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** The message for a thread, which it is about to begin with. `onPause` is called whenever it gives way. */
  start(onPause: () => void): { message: TaskMessage; transferList: MessagePort[] } {
    this.isAssigned = true;
    this.#startClock();
    const { name, input, jsonFields: json, estimate } = this.request;
    const common = { name, input, json, guard: this.guard.state };
    if (estimate.isSmall) return { message: { ...common, turns: undefined }, transferList: [] };
    const { port1, port2 } = new MessageChannel();
    port1.on('message', onPause).unref();
    this.#port = port1;
    return { message: { ...common, turns: port2 }, transferList: [port2] };
  }

  /** Goes on after a pause. */
  resume(): void {
    this.#startClock();
    this.#port?.postMessage('resume' satisfies TimeSliceMessage);
  }

  /** Ends a slice. @returns its milliseconds */
  stopClock(): number {
    const ms = this.#elapsedMs();
    this.#startedAt = undefined;
    this.#workedMs += ms;
    return ms;
  }

  /** Its thread is gone: it begins again with another one. */
  resetForRetry(): void {
    this.attempts += 1;
    this.isAssigned = false;
    this.#closePort();
  }

  markEnded(): void {
    this.#ended.resolve();
  }

  /** Gives the caller the outcome. A task that is paused stops, since its port is closed. */
  settle(outcome: { readonly value: unknown } | { readonly error: unknown }): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#closePort();
    const { observer } = this.request.caller;
    if (!this.#hasStarted) observer?.started(performance.now() - this.#queuedAt);
    this.#hasStarted = true;
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

  #closePort(): void {
    this.#port?.close();
    this.#port = undefined;
  }
}
