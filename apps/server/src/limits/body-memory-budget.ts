import { ServiceError } from '../errors/service-error.ts';
import { KeyedBudget } from './keyed-budget.ts';

const mebibyte = 1024 * 1024;
/** Bodies of one key, and of all, that may be in memory. Parsing holds a body two to three times for a moment. */
const perKeyMax = 128 * mebibyte;
const totalMax = 512 * mebibyte;
/** Maximum size of a body that is accepted whatever the bodies of all keys take, so that small requests always get in. */
const smallBytes = 64 * 1024;
const retryAfterSeconds = 2;

/** The memory of one body. */
export interface BodyAllocation {
  /**
   * Counts bytes that have come in.
   *
   * @throws ServiceError `too_many_running` or `overloaded` when they are too many
   */
  readonly grow: (bytes: number) => void;
  /** Gives everything back; may be called again. */
  readonly release: () => void;
}

/**
 * Bounds the memory that the bodies of running requests take together. It counts what was received: a length that is
 * only declared takes no memory, and must not keep others out.
 */
export class BodyMemoryBudget {
  readonly #held = new KeyedBudget(perKeyMax, totalMax);

  /** A hold for one body, with nothing in it yet. */
  allocate(keyId: string): BodyAllocation {
    let held = 0;
    return {
      grow: (bytes) => {
        this.#requireRoom(keyId, held, bytes);
        this.#held.adjust(keyId, bytes);
        held += bytes;
      },
      release: () => {
        if (held > 0) this.#held.adjust(keyId, -held);
        held = 0;
      },
    };
  }

  #requireRoom(keyId: string, held: number, bytes: number): void {
    switch (this.#held.exceededBy(keyId, bytes)) {
      case 'key':
        throw new ServiceError(
          'too_many_running',
          `running requests of this key have bodies of ${this.#held.usedBy(keyId)} bytes; they may have ${perKeyMax}`,
          { retryAfterSeconds },
        );
      case 'total':
        if (held + bytes <= smallBytes) return;
        throw new ServiceError(
          'overloaded',
          `the bodies of running requests have ${this.#held.total} bytes on this node`,
          { retryAfterSeconds },
        );
    }
  }
}
