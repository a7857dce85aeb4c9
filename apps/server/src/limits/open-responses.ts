import { ServiceError } from '../errors/service-error.ts';
import { KeyedBudget } from './keyed-budget.ts';

/** What one stream of a response costs is bounded (two buffers and an open file), so a key may have many. */
const perKeyMax = 256;
const totalMax = 4096;
const retryAfterSeconds = 5;

/** Counts the responses that are streamed from storage, so that clients which do not read cannot pile them up. */
export class OpenResponses {
  readonly #open = new KeyedBudget(perKeyMax, totalMax);

  get count(): number {
    return this.#open.total;
  }

  /** @throws ServiceError `too_many_running` or `overloaded` when no further response may be opened */
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

  /** Counts a response; the returned function ends it. */
  acquire(keyId: string): () => void {
    return this.#open.acquire(keyId, 1);
  }
}
