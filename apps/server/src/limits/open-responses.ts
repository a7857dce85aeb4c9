import { ServiceError } from '../errors/service-error.ts';
import { KeyedBudget } from './keyed-budget.ts';

/** Each streamed response costs little (two buffers and an open file), so a key may have many. */
const perKeyMax = 256;
const totalMax = 4096;
const retryAfterSeconds = 5;

/** Counts the responses that are streamed from storage, to bound those that clients do not read. */
export class OpenResponses {
  readonly #open: KeyedBudget;

  /** @param isLimitedPerKey whether a single key may not have all of them */
  constructor(isLimitedPerKey = true) {
    this.#open = new KeyedBudget(isLimitedPerKey ? perKeyMax : Number.POSITIVE_INFINITY, totalMax);
  }

  /** Responses that are being sent. */
  get count(): number {
    return this.#open.total;
  }

  /** Checks that one more response may be opened. @throws {ServiceError} `too_many_running` or `overloaded` */
  requireCapacity(keyId: string): void {
    switch (this.#open.exceededBy(keyId, 1)) {
      case 'key':
        throw new ServiceError(
          'too_many_running',
          `${perKeyMax} responses to this key are still being sent; read them, or close their connections`,
          { retryAfterSeconds },
        );
      case 'total':
        throw new ServiceError('overloaded', `${totalMax} responses of this node are still being sent`, {
          retryAfterSeconds,
        });
    }
  }

  /** Counts a response. @returns a function to call when it is closed */
  acquire(keyId: string): () => void {
    return this.#open.acquire(keyId, 1);
  }
}
