import { ServiceError } from '../errors.ts';

/** What one stream of a response costs is bounded (two buffers and an open file), so a key may have many. */
const perKeyMax = 256;
const totalMax = 1024;

/** Counts the responses that are streamed from storage, so that clients which do not read cannot pile them up. */
export class OpenResponses {
  readonly #byKey = new Map<string, number>();
  #total = 0;

  get count(): number {
    return this.#total;
  }

  /** @throws ServiceError `too_many_running` or `overloaded` when no further response may be opened */
  requireRoom(keyId: string): void {
    const open = this.#byKey.get(keyId) ?? 0;
    if (open >= perKeyMax) {
      throw new ServiceError(
        'too_many_running',
        `${open} responses to this key are still being sent; read them, or close their connections`,
        { retryAfterSeconds: 5 },
      );
    }
    if (this.#total >= totalMax) {
      throw new ServiceError('overloaded', `${this.#total} responses of this node are still being sent`, {
        retryAfterSeconds: 5,
      });
    }
  }

  /** Counts a response; the returned function ends it. */
  add(keyId: string): () => void {
    this.#total += 1;
    this.#byKey.set(keyId, (this.#byKey.get(keyId) ?? 0) + 1);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#total -= 1;
      const open = (this.#byKey.get(keyId) ?? 1) - 1;
      if (open === 0) this.#byKey.delete(keyId);
      else this.#byKey.set(keyId, open);
    };
  }
}
