import { FairQueue } from '@quern/runtime/scheduling/fair-queue';
import { rankWork } from '@quern/runtime/scheduling/work-rank';
import { ServiceError } from '../errors/service-error.ts';

/** Limits of a concurrency limiter. */
export interface ConcurrencyLimiterOptions {
  /** Requests of one key that may wait. */
  readonly waitingPerKeyMax: number;
  /** Requests of all keys that may wait on this node. */
  readonly waitingMax: number;
  /** Longest wait, expected or actual, ms. */
  readonly waitMaxMs: number;
  /** Requests of all keys that may run at the same time on this node. */
  readonly runningMax: number;
}

/** Weight of the newest request in the average duration of a key's requests. */
const newestWeight = 0.1;

/** A request for a slot. */
export interface SlotRequest {
  readonly keyId: string;
  /** Requests of the key that may run at the same time; null: any number. */
  readonly runningMax: number | null;
  /** Expected duration, ms: the short requests of a key do not wait for its long ones. */
  readonly expectedMs: number;
}

interface Waiter {
  readonly key: KeyState;
  readonly runningMax: number;
  readonly start: () => void;
  readonly reject: (reason: ServiceError) => void;
}

interface KeyState {
  running: number;
  /** Moving average of how long the key's requests ran, ms; undefined until one has ended. */
  averageMs: number | undefined;
  waiting: number;
}

/**
 * Limits how many requests of a key, and of all keys, run at the same time; further ones wait in a fair queue. A full
 * queue of the key, or a wait that is too long, expected or actual, is `too_many_running`; a full queue of the node is
 * `overloaded`; after `drain`, requests are rejected as `draining`.
 *
 * It is not a FairSemaphore: that one shares a fixed number of slots among keys and queues without a limit, while here
 * each key has its own number of slots, a bounded queue and a maximum wait.
 */
export class ConcurrencyLimiter {
  readonly #options: ConcurrencyLimiterOptions;
  readonly #keys = new Map<string, KeyState>();
  readonly #queue = new FairQueue<Waiter>();
  /** Of the requests that run, by slot. A Set would keep ended requests in memory: see OpenConnections. */
  readonly #controllers: Array<AbortController | undefined> = [];
  readonly #freeSlots: number[] = [];
  #running = 0;
  #isDraining = false;
  #idleListeners: Array<() => void> = [];

  constructor(options: ConcurrencyLimiterOptions) {
    this.#options = options;
  }

  /** Whether requests are rejected because the node stops. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Requests that run. */
  get running(): number {
    return this.#running;
  }

  /** Requests that wait. */
  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Takes a slot, or waits for one.
   *
   * @param controller Aborted by `abortRunning`; its abort ends the wait.
   * @returns A function to call when the request has ended; further calls of it do nothing. A promise of it if the request
   *   must wait.
   * @throws {ServiceError} `too_many_running`, `overloaded` or `draining`; the reason of an abort.
   */
  acquire(request: SlotRequest, controller: AbortController): (() => void) | Promise<() => void> {
    this.rejectIfDraining();
    controller.signal.throwIfAborted();
    const { keyId } = request;
    const key = this.#keyState(keyId);
    const runningMax = request.runningMax ?? Number.POSITIVE_INFINITY;
    if (key.running < runningMax && this.#running < this.#options.runningMax) {
      this.#start(key);
      return this.#run(keyId, key, controller);
    }
    return this.#wait(key, runningMax, request, controller.signal).then(() =>
      this.#run(keyId, key, controller),
    );
  }

  /** @throws {ServiceError} `draining` after `drain` was called */
  rejectIfDraining(): void {
    if (!this.#isDraining) return;
    throw new ServiceError('draining', 'this node is stopping and accepts no new requests; try again', {
      retryAfterSeconds: 1,
    });
  }

  /** Accepts no new requests. Resolves when none runs or waits any more. */
  drain(): Promise<void> {
    this.#isDraining = true;
    if (this.#running + this.waiting === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#idleListeners.push(resolve);
    });
  }

  /** Rejects waiting requests and aborts running ones, when the drain deadline has passed. */
  abortRunning(): void {
    const reason = new ServiceError('draining', 'this node is stopping and could not wait any longer', {
      retryAfterSeconds: 1,
    });
    // Waiting requests first, so that none of them takes a slot that an abort frees.
    for (const waiter of this.#queue.clear()) waiter.reject(reason);
    for (const controller of this.#controllers) controller?.abort(reason);
  }

  /** Returns the function that releases the slot of a request. */
  #run(keyId: string, key: KeyState, controller: AbortController): () => void {
    const slot = this.#freeSlots.pop() ?? this.#controllers.length;
    this.#controllers[slot] = controller;
    const startedAt = performance.now();
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      this.#controllers[slot] = undefined;
      this.#freeSlots.push(slot);
      const ranMs = performance.now() - startedAt;
      key.averageMs =
        key.averageMs === undefined ? ranMs : key.averageMs + newestWeight * (ranMs - key.averageMs);
      this.#release(keyId, key);
    };
  }

  #keyState(keyId: string): KeyState {
    let key = this.#keys.get(keyId);
    if (key === undefined) {
      key = { running: 0, averageMs: undefined, waiting: 0 };
      this.#keys.set(keyId, key);
    }
    return key;
  }

  #start(key: KeyState): void {
    key.running += 1;
    this.#running += 1;
  }

  #release(keyId: string, key: KeyState): void {
    key.running -= 1;
    this.#running -= 1;
    if (key.running + key.waiting === 0) this.#keys.delete(keyId);
    while (this.#running < this.#options.runningMax) {
      const next = this.#queue.dequeue((waiter) => waiter.key.running < waiter.runningMax);
      if (next === undefined) break;
      next.start();
    }
    this.#notifyIdle();
  }

  #wait(
    key: KeyState,
    runningMax: number,
    { keyId, expectedMs }: SlotRequest,
    signal: AbortSignal,
  ): Promise<void> {
    this.#requireQueueCapacity(key, Math.min(runningMax, this.#options.runningMax));
    return new Promise((resolve, reject) => {
      const leaveQueue = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        this.#queue.remove(keyId, waiter);
        key.waiting -= 1;
      };
      const fail = (reason: unknown): void => {
        leaveQueue();
        reject(reason);
        this.#notifyIdle();
      };
      const waiter: Waiter = {
        key,
        runningMax,
        start: () => {
          leaveQueue();
          this.#start(key);
          this.#queue.charge(keyId, 1);
          resolve();
        },
        reject: fail,
      };
      const onAbort = (): void => fail(signal.reason);
      const timer = setTimeout(
        () => fail(waitedTooLong(key.running, this.#options.waitMaxMs)),
        this.#options.waitMaxMs,
      );
      signal.addEventListener('abort', onAbort, { once: true });
      this.#queue.enqueue(keyId, waiter, { rank: rankWork(performance.now(), expectedMs) });
      key.waiting += 1;
    });
  }

  #requireQueueCapacity({ waiting, averageMs = 0 }: KeyState, runningMax: number): void {
    const { waitingPerKeyMax, waitingMax, waitMaxMs } = this.#options;
    if (waiting >= waitingPerKeyMax) {
      throw new ServiceError(
        'too_many_running',
        `this key has ${runningMax} requests running and ${waiting} waiting, which is its limit`,
        { retryAfterSeconds: 1 },
      );
    }
    const expectedMs = ((waiting + 1) / runningMax) * averageMs;
    if (expectedMs > waitMaxMs) {
      throw new ServiceError(
        'too_many_running',
        `${waiting} requests of this key are waiting; this one would wait about ${Math.ceil(expectedMs / 1000)} s`,
        { retryAfterSeconds: Math.ceil((expectedMs - waitMaxMs) / 1000) },
      );
    }
    if (this.waiting >= waitingMax) throw overloaded(`${this.waiting} requests wait`);
  }

  #notifyIdle(): void {
    if (this.#running + this.waiting > 0) return;
    for (const resolve of this.#idleListeners.splice(0)) resolve();
  }
}

const overloaded = (condition: string): ServiceError =>
  new ServiceError('overloaded', `${condition} on this node; try again`, { retryAfterSeconds: 2 });

const waitedTooLong = (runningMax: number, waitMaxMs: number): ServiceError =>
  new ServiceError(
    'too_many_running',
    `${runningMax} requests of this key are running and none ended within ${waitMaxMs} ms`,
    { retryAfterSeconds: 2 },
  );
