import { ServiceError } from '../errors/service-error.ts';

export interface ConcurrencyLimiterOptions {
  /** Requests of one key that may wait for a place. */
  readonly waitingPerKeyMax: number;
  /** Requests of all keys that may wait on this node. */
  readonly waitingMax: number;
  /** Longest wait, expected or real, ms. */
  readonly waitMaxMs: number;
  /** Requests of all keys that may run at once on this node. */
  readonly runningMax: number;
}

/** Weight of the newest request in the average time that a place is held. */
const newestWeight = 0.1;

interface Waiter {
  readonly admit: () => void;
  readonly refuse: (reason: ServiceError) => void;
}

interface Lane {
  running: number;
  /** How long a request has held its place, ms: a moving average; undefined until one has ended. */
  heldMs: number | undefined;
  readonly waiting: Set<Waiter>;
}

/**
 * Lets as many requests of a key run at once as its policy says; the next ones wait in line. A full line, or
 * too long a wait, expected or real, is `too_many_running`; a full node is `overloaded`. `drain` makes the line `draining`.
 */
export class ConcurrencyLimiter {
  readonly #lanes = new Map<string, Lane>();
  readonly #options: ConcurrencyLimiterOptions;
  #running = 0;
  #waiting = 0;
  #draining = false;
  #whenIdle: Array<() => void> = [];
  readonly #controllers = new Set<AbortController>();

  constructor(options: ConcurrencyLimiterOptions) {
    this.#options = options;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Resolves with the function that gives the place back. An abort leaves the line. */
  async acquire(keyId: string, runningMax: number | null, controller: AbortController): Promise<() => void> {
    this.rejectIfDraining();
    const { signal } = controller;
    signal.throwIfAborted();
    let lane = this.#lanes.get(keyId);
    if (lane === undefined) {
      lane = { running: 0, heldMs: undefined, waiting: new Set() };
      this.#lanes.set(keyId, lane);
    }
    if (this.#running >= this.#options.runningMax) throw this.#overloaded(`${this.#running} requests run`);
    if (runningMax === null || lane.running < runningMax) {
      lane.running += 1;
      this.#running += 1;
    } else {
      await this.#wait(lane, runningMax, signal);
    }
    this.#controllers.add(controller);
    const enteredAt = performance.now();
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#controllers.delete(controller);
      const heldMs = performance.now() - enteredAt;
      lane.heldMs = lane.heldMs === undefined ? heldMs : lane.heldMs + newestWeight * (heldMs - lane.heldMs);
      this.#leave(keyId, lane);
    };
  }

  rejectIfDraining(): void {
    if (!this.#draining) return;
    throw new ServiceError('draining', 'this node is stopping and takes no new requests; try again', {
      retryAfterSeconds: 1,
      headers: { connection: 'close' },
    });
  }

  /** Takes nothing new; resolves when nothing runs or waits any more. */
  drain(): Promise<void> {
    this.#draining = true;
    if (this.#running + this.#waiting === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenIdle.push(resolve);
    });
  }

  /** Aborts what still runs: the last word of a drain that took too long. */
  abortRunning(): void {
    const reason = new ServiceError('draining', 'this node is stopping and could not wait any longer', {
      retryAfterSeconds: 1,
      headers: { connection: 'close' },
    });
    // Those in line first, so that none of them takes a place that an abort frees.
    for (const lane of this.#lanes.values()) {
      for (const waiter of [...lane.waiting]) waiter.refuse(reason);
    }
    for (const controller of this.#controllers) controller.abort(reason);
  }

  #wait(lane: Lane, runningMax: number, signal: AbortSignal): Promise<void> {
    if (lane.waiting.size >= this.#options.waitingPerKeyMax) {
      throw new ServiceError(
        'too_many_running',
        `this key has ${runningMax} requests running and ${lane.waiting.size} waiting, which is its limit`,
        { retryAfterSeconds: 1 },
      );
    }
    const expectedMs = ((lane.waiting.size + 1) / runningMax) * (lane.heldMs ?? 0);
    if (expectedMs > this.#options.waitMaxMs) {
      const message = `${lane.waiting.size} requests of this key wait; this one would for about ${Math.ceil(expectedMs / 1000)} s`;
      const retryAfterSeconds = Math.ceil((expectedMs - this.#options.waitMaxMs) / 1000);
      throw new ServiceError('too_many_running', message, { retryAfterSeconds });
    }
    if (this.#waiting >= this.#options.waitingMax) {
      throw this.#overloaded(`${this.#waiting} requests wait`);
    }
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abandon);
        lane.waiting.delete(waiter);
        this.#waiting -= 1;
      };
      const waiter: Waiter = {
        admit: () => {
          stop();
          lane.running += 1;
          this.#running += 1;
          resolve();
        },
        refuse: (reason) => refuse(reason),
      };
      const refuse = (reason: unknown): void => {
        stop();
        reject(reason);
        this.#tellIdle();
      };
      const abandon = (): void => refuse(signal.reason);
      const timer = setTimeout(() => {
        const message = `${runningMax} requests of this key run at once and none ended within ${this.#options.waitMaxMs} ms`;
        refuse(new ServiceError('too_many_running', message, { retryAfterSeconds: 2 }));
      }, this.#options.waitMaxMs);
      signal.addEventListener('abort', abandon, { once: true });
      lane.waiting.add(waiter);
      this.#waiting += 1;
    });
  }

  #overloaded(what: string): ServiceError {
    return new ServiceError('overloaded', `${what} on this node; try again`, { retryAfterSeconds: 2 });
  }

  #leave(keyId: string, lane: Lane): void {
    lane.running -= 1;
    this.#running -= 1;
    const [next] = lane.waiting;
    if (next !== undefined) next.admit();
    else if (lane.running === 0) this.#lanes.delete(keyId);
    this.#tellIdle();
  }

  #tellIdle(): void {
    if (this.#running + this.#waiting > 0) return;
    for (const resolve of this.#whenIdle.splice(0)) resolve();
  }
}
