/** A number of slots that are granted first come, first served. For fairness between callers see FairSemaphore. */
export class Semaphore {
  readonly #queue = new Set<() => void>();
  #slots: number;
  #inUse = 0;

  /** @param slots number of holders at the same time, at least 1 */
  constructor(slots: number) {
    this.#slots = slots;
  }

  /** Slots that are held. */
  get inUse(): number {
    return this.#inUse;
  }

  /** Callers that wait for a slot. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** Changes the number of slots. Fewer slots take effect as holders release theirs. */
  resize(slots: number): void {
    this.#slots = slots;
    this.#grant();
  }

  /**
   * Waits for a slot. The holder must call `release` once.
   *
   * @throws the reason of `signal` when it is aborted before a slot is granted
   */
  acquire(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const start = (): void => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      const onAbort = (): void => {
        this.#queue.delete(start);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#queue.add(start);
      this.#grant();
    });
  }

  /** Returns a slot and grants it to the caller that has waited longest. */
  release(): void {
    this.#inUse -= 1;
    this.#grant();
  }

  /**
   * Runs `work` in a slot.
   *
   * @throws the reason of `signal` when it is aborted before a slot is granted, and whatever `work` throws
   */
  async run<Value>(work: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    await this.acquire(signal);
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  #grant(): void {
    for (const start of this.#queue) {
      if (this.#inUse >= this.#slots) return;
      this.#queue.delete(start);
      this.#inUse += 1;
      start();
    }
  }
}
