import { mulberry32 } from '@quern/testing/random/mulberry32';

/** Pseudorandom draws with the same sequence for a seed on every machine. */
export class RandomSource {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = mulberry32(seed);
  }

  /** A number from `low` (included) to `high` (excluded). */
  number(low: number, high: number): number {
    return low + this.#next() * (high - low);
  }

  /** An integer from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    return Math.floor(this.number(low, high + 1));
  }

  /** True with a probability. */
  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  /** -1 or 1. */
  sign(): number {
    return this.chance(0.5) ? 1 : -1;
  }

  /** One of the items. @throws Error for an empty list */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.#next() * items.length)];
    if (item === undefined) throw new Error('there is nothing to pick from');
    return item;
  }

  /** The items in random order (Fisher and Yates). */
  shuffle<Item>(items: readonly Item[]): Item[] {
    const rest = [...items];
    const shuffled: Item[] = [];
    while (rest.length > 0) shuffled.push(...rest.splice(Math.floor(this.#next() * rest.length), 1));
    return shuffled;
  }

  /** A normally distributed number with mean 0 and variance 1 (Box and Muller, 1958). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.#next())) * Math.cos(2 * Math.PI * this.#next());
  }
}
