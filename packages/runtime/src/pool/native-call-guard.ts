const [free, inside, stopped, stoppedInside] = [0, 1, 2, 3];

/** The work was stopped from another thread. */
export class CanceledError extends Error {
  override readonly name = 'StoppedError';
  readonly code = 'STOPPED';

  constructor() {
    super('The work was stopped.');
  }
}

/**
 * Lets one thread stop the work of another that calls native code. A thread that is terminated inside a call of
 * onnxruntime-node takes the whole process with it: the binding throws a C++ exception that nothing catches (Napi::Error;
 * seen at every try with 1.30.0). So the thread says when it is inside, and the one that wants to stop it asks first.
 *
 * One guard belongs to one task. It crosses to the thread as its `state`.
 */
export class NativeCallGuard {
  readonly state: SharedArrayBuffer;
  readonly #word: Int32Array;

  constructor(state: SharedArrayBuffer = new SharedArrayBuffer(8)) {
    this.state = state;
    this.#word = new Int32Array(state);
  }

  /** For the thread: throws StoppedError when the task was stopped. */
  throwIfCanceled(): void {
    const word = Atomics.load(this.#word, 0);
    if (word === stopped || word === stoppedInside) throw new CanceledError();
  }

  /** For the thread: whether another task wants it. */
  get isYieldRequested(): boolean {
    return Atomics.load(this.#word, 1) === 1;
  }

  /** For the other thread: whether the task should pause at its next opportunity. */
  requestYield(isRequested: boolean): void {
    Atomics.store(this.#word, 1, isRequested ? 1 : 0);
  }

  /** For the thread: does native work. Throws StoppedError instead of beginning it, or after it, when stopped. */
  async run<Value>(work: () => Promise<Value>): Promise<Value> {
    if (Atomics.compareExchange(this.#word, 0, free, inside) !== free) throw new CanceledError();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  /**
   * For the other thread: true when the thread is outside and will not enter any more, so that it may be terminated;
   * false when it is inside and will end its task by itself, after the call under way.
   */
  cancel(): boolean {
    if (Atomics.compareExchange(this.#word, 0, free, stopped) === free) return true;
    const before = Atomics.compareExchange(this.#word, 0, inside, stoppedInside);
    // It came out between the two looks, and only this thread stops it.
    return before === free ? this.cancel() : before === stopped;
  }

  #leave(): void {
    if (Atomics.compareExchange(this.#word, 0, inside, free) === inside) return;
    Atomics.store(this.#word, 0, stopped);
    throw new CanceledError();
  }
}
