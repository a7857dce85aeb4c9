/** States of a guard: no native call, inside one, canceled, and canceled during a call that is still running. */
const [free, inside, canceled, canceledInside] = [0, 1, 2, 3];

/** The task was canceled from another thread. */
export class CanceledError extends Error {
  override readonly name = 'CanceledError';

  constructor() {
    super('The task was canceled.');
  }
}

/**
 * Lets one thread cancel the work of another that calls native code. Terminating a thread during a call of
 * onnxruntime-node crashes the whole process: the binding throws a C++ exception that nothing catches (Napi::Error;
 * reproduced on every attempt with 1.30.0). So the thread marks when it is inside a call, and the canceling thread
 * checks the mark first.
 *
 * Each task has its own guard, which crosses to the thread as `state`.
 */
export class NativeCallGuard {
  /** Shared memory: the state of the call, then whether the task should yield. */
  readonly state: SharedArrayBuffer;
  readonly #words: Int32Array;

  constructor(state: SharedArrayBuffer = new SharedArrayBuffer(8)) {
    this.state = state;
    this.#words = new Int32Array(state);
  }

  /** Called by the worker thread. @throws CanceledError when the task was canceled */
  throwIfCanceled(): void {
    const state = Atomics.load(this.#words, 0);
    if (state === canceled || state === canceledInside) throw new CanceledError();
  }

  /** Read by the worker thread: whether another task waits for the thread. */
  get isYieldRequested(): boolean {
    return Atomics.load(this.#words, 1) === 1;
  }

  /** Called by the main thread: sets whether the task should pause at its next opportunity. */
  requestYield(isRequested: boolean): void {
    Atomics.store(this.#words, 1, isRequested ? 1 : 0);
  }

  /**
   * Called by the worker thread: makes a native call.
   *
   * @throws CanceledError instead of starting the call, or after it, when the task was canceled
   */
  async run<Value>(work: () => Promise<Value>): Promise<Value> {
    if (Atomics.compareExchange(this.#words, 0, free, inside) !== free) throw new CanceledError();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  /**
   * Called by the main thread: cancels the task.
   *
   * @returns true when the thread is outside native code and can no longer enter it, so that it may be terminated; false
   *   when it is inside, in which case it ends the task itself after the current call
   */
  cancel(): boolean {
    if (Atomics.compareExchange(this.#words, 0, free, canceled) === free) return true;
    const before = Atomics.compareExchange(this.#words, 0, inside, canceledInside);
    // The thread left the call between the two checks; only this thread cancels, so the next attempt succeeds.
    return before === free ? this.cancel() : before === canceled;
  }

  #leave(): void {
    if (Atomics.compareExchange(this.#words, 0, inside, free) === inside) return;
    Atomics.store(this.#words, 0, canceled);
    throw new CanceledError();
  }
}
