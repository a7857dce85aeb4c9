/** The caller's signal and a time limit as one signal that remembers which of the two ended it. */
export class Deadline {
  readonly timeoutMs: number;
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #forward = (): void => this.#controller.abort(this.#outer?.reason);
  #isExpired = false;

  /**
   * Starts the time limit. Call `clear` when the work is done, so that the timer does not keep the process alive.
   *
   * @param timeoutMs time limit in milliseconds, counted from now
   * @param outer signal of the caller; aborts `signal` with its reason
   */
  constructor(timeoutMs: number, outer?: AbortSignal) {
    this.timeoutMs = timeoutMs;
    this.#outer = outer;
    this.#timer = setTimeout(() => {
      this.#isExpired = true;
      this.#controller.abort(new DOMException(`No result within ${timeoutMs} ms`, 'TimeoutError'));
    }, timeoutMs);
    if (outer?.aborted) this.#forward();
    outer?.addEventListener('abort', this.#forward, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the time limit has passed. */
  get isExpired(): boolean {
    return this.#isExpired;
  }

  /** Whether the caller aborted. */
  get isAborted(): boolean {
    return this.#outer?.aborted === true;
  }

  /** Stops the timer and detaches from the caller's signal. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#forward);
  }
}

/**
 * Waits for work that cannot be canceled, but not after `signal` is aborted. The work itself goes on.
 *
 * @throws the reason of `signal` when it is aborted first, and whatever `work` rejects with
 */
export function abortable<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  if (signal.aborted) {
    // The work goes on; its failure must not become an unhandled rejection.
    work.catch(() => undefined);
    return Promise.reject(signal.reason);
  }
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/**
 * Waits for work at most `timeoutMs` milliseconds. The work itself goes on.
 *
 * @returns the value of `work`, or undefined when the time passed first
 * @throws whatever `work` rejects with in time
 */
export function waitAtMost<Value>(work: Promise<Value>, timeoutMs: number): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
