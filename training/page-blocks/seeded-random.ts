/** Pseudorandom numbers that depend on a text alone (mulberry32, seeded by FNV-1a). */
export class SeededRandom {
  #state: number;

  constructor(seed: string) {
    this.#state = 0x811c9dc5;
    for (let index = 0; index < seed.length; index++) {
      this.#state = Math.imul(this.#state ^ seed.charCodeAt(index), 0x01000193);
    }
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from 0 to `limit - 1`; 0 if there is none. */
  below(limit: number): number {
    return Math.max(0, Math.floor(this.next() * limit));
  }

  /** Returns one of the items; undefined if there are none. */
  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)];
  }
}
