/** A priority queue of numbered items: `pop` returns the item with the highest priority. */
export class BinaryHeap {
  readonly #items: number[] = [];
  readonly #priorities: number[] = [];

  /** Number of items. */
  get size(): number {
    return this.#items.length;
  }

  /** The highest priority, -Infinity when empty. */
  get topPriority(): number {
    return this.#priorities[0] ?? Number.NEGATIVE_INFINITY;
  }

  push(item: number, priority: number): void {
    let at = this.#items.length;
    this.#items.push(item);
    this.#priorities.push(priority);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((this.#priorities[parent] ?? 0) >= priority) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  /** @returns undefined when empty */
  pop(): number | undefined {
    const top = this.#items[0];
    const item = this.#items.pop();
    const priority = this.#priorities.pop();
    if (item === undefined || priority === undefined || this.#items.length === 0) return top;
    this.#items[0] = item;
    this.#priorities[0] = priority;
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      const right = left + 1;
      let best = at;
      if ((this.#priorities[left] ?? Number.NEGATIVE_INFINITY) > (this.#priorities[best] ?? 0)) best = left;
      if ((this.#priorities[right] ?? Number.NEGATIVE_INFINITY) > (this.#priorities[best] ?? 0)) best = right;
      if (best === at) return top;
      this.#swap(at, best);
      at = best;
    }
  }

  #swap(left: number, right: number): void {
    const [item = 0, priority = 0] = [this.#items[left], this.#priorities[left]];
    this.#items[left] = this.#items[right] ?? 0;
    this.#priorities[left] = this.#priorities[right] ?? 0;
    this.#items[right] = item;
    this.#priorities[right] = priority;
  }
}
