/** Runs asynchronous work one call at a time, in the order of the calls. A failed call does not stop the next. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Starts `work` after all earlier calls have settled.
   *
   * @returns the value of `work`
   * @throws whatever `work` rejects with
   */
  run<Value>(work: () => Promise<Value>): Promise<Value> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
