import { ServiceError } from '../errors/service-error.ts';
import { KeyedBudget } from './keyed-budget.ts';

const mebibyte = 1024 * 1024;
/** Bodies in memory, of one key and of all keys. Parsing briefly holds a body two to three times. */
const perKeyMax = 128 * mebibyte;
const totalMax = 512 * mebibyte;
/** Bodies up to this size are accepted even if the node's memory is used up, so that small requests always succeed. */
const smallBodyMax = 64 * 1024;
const retryAfterSeconds = 2;

/**
 * Bounds the memory that the bodies of running requests use together. It counts received bytes: a declared length
 * uses no memory, and must not keep other requests out.
 */
export class BodyMemoryBudget {
  readonly #used: KeyedBudget;

  /** @param isLimitedPerKey whether a single key may not use all of it */
  constructor(isLimitedPerKey = true) {
    this.#used = new KeyedBudget(isLimitedPerKey ? perKeyMax : Number.POSITIVE_INFINITY, totalMax);
  }

  /** Returns the allocation of a body of which nothing has been received. */
  allocate(keyId: string): BodyAllocation {
    return new BodyAllocation(this.#used, keyId);
  }
}

/** The memory of one body. */
export class BodyAllocation {
  readonly #used: KeyedBudget;
  readonly #keyId: string;
  #bytes = 0;

  constructor(used: KeyedBudget, keyId: string) {
    this.#used = used;
    this.#keyId = keyId;
  }

  /**
   * Counts received bytes.
   *
   * @throws {ServiceError} `too_many_running` if the key's bodies are too large together, `overloaded` if those of all
   *   keys are. The bytes are then not counted.
   */
  grow(bytes: number): void {
    this.#requireCapacity(bytes);
    this.#used.adjust(this.#keyId, bytes);
    this.#bytes += bytes;
  }

  /** Releases the memory. Further calls do nothing. */
  release(): void {
    this.#used.adjust(this.#keyId, -this.#bytes);
    this.#bytes = 0;
  }

  #requireCapacity(bytes: number): void {
    switch (this.#used.exceededBy(this.#keyId, bytes)) {
      case 'key':
        throw new ServiceError(
          'too_many_running',
          `the bodies of this key's running requests have ${this.#used.usedBy(this.#keyId)} bytes; the limit is ${perKeyMax}`,
          { retryAfterSeconds },
        );
      case 'total':
        if (this.#bytes + bytes <= smallBodyMax) return;
        throw new ServiceError(
          'overloaded',
          `the bodies of running requests on this node have ${this.#used.total} bytes; the limit is ${totalMax}`,
          { retryAfterSeconds },
        );
    }
  }
}
