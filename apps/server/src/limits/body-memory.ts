import { ServiceError } from '../errors.ts';
import { KeyedBudget } from './keyed-budget.ts';

const mebibyte = 1024 * 1024;
/** Bodies of one key, and of all, that may be in memory. Parsing holds a body two to three times for a moment. */
const perKeyMax = 128 * mebibyte;
const totalMax = 512 * mebibyte;
/** Counted for a body whose length is not declared. */
const undeclaredBytes = mebibyte;
const retryAfterSeconds = 2;

/** Bounds the memory that the bodies of running requests take together. */
export class BodyMemory {
  readonly #held = new KeyedBudget(perKeyMax, totalMax);

  /**
   * Counts a body before it is read; the returned function gives its memory back.
   *
   * @param bytes its declared length
   * @throws ServiceError `too_many_running` or `overloaded` when it would be too much
   */
  hold(keyId: string, bytes: number = undeclaredBytes): () => void {
    // Longer bodies than that are refused when they are read.
    const amount = Math.min(bytes, perKeyMax);
    switch (this.#held.exceededBy(keyId, amount)) {
      case 'key':
        throw new ServiceError(
          'too_many_running',
          `running requests of this key have bodies of ${this.#held.usedBy(keyId)} bytes; with this one it would be more than ${perKeyMax}`,
          { retryAfterSeconds },
        );
      case 'total':
        throw new ServiceError(
          'overloaded',
          `the bodies of running requests have ${this.#held.total} bytes on this node`,
          { retryAfterSeconds },
        );
    }
    return this.#held.add(keyId, amount);
  }
}
