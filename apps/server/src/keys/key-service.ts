import { quoteValue, ServiceError } from '../errors.ts';
import type { Store } from '../storage/open-store.ts';
import type { KeyRecord } from '../storage/tables/keys.ts';
import { createKey, hashKey, hintOf, randomBase62 } from './key-format.ts';

export interface KeyOrder {
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt: number | null;
  readonly ratePerMinute: number | null;
  readonly budget: number | null;
}

/** A key as it may be shown: without its hash. */
export type KeyView = Omit<KeyRecord, 'hash' | 'given'>;

/** A key that was just made: `key` is shown this once and kept nowhere. */
export interface IssuedKey extends KeyView {
  readonly key: string;
}

export interface KeyServiceContext {
  readonly store: Store;
  readonly now: () => number;
  /** Called when a key changed, with its hash. */
  readonly onChange: (hash: string) => void;
}

export function viewKey({ hash: _hash, given: _given, ...view }: KeyRecord): KeyView {
  return view;
}

/** Makes, lists, revokes and rotates API keys. The admin API, and through it the command line, call this. */
export class KeyService {
  readonly #context: KeyServiceContext;

  constructor(context: KeyServiceContext) {
    this.#context = context;
  }

  async create(order: KeyOrder): Promise<IssuedKey> {
    await this.#requireAccount(order.accountId);
    return this.#issue(order, 0);
  }

  /** Makes a key of a text that the operator chose, unless it is there already. */
  async createGiven(key: string, order: KeyOrder): Promise<void> {
    await this.#insert(key, order, { given: true, spent: 0 });
  }

  async list(accountId: string | null, after: string, limit: number): Promise<KeyView[]> {
    return (await this.#context.store.keys.list(accountId, after, limit)).map(viewKey);
  }

  async find(id: string): Promise<KeyView> {
    return viewKey(await this.#require(id));
  }

  /** The key ends now. A second revocation changes nothing. */
  async revoke(id: string): Promise<KeyView> {
    return viewKey(await this.#revokeAt(id, this.#context.now()));
  }

  /** Issues a second key like the first, which ends when the overlap (ms) is over. */
  async rotate(id: string, overlapMs: number): Promise<IssuedKey> {
    const now = this.#context.now();
    const old = await this.#require(id);
    if (old.revokedAt !== null && old.revokedAt <= now) {
      throw new ServiceError('conflict', `the key ${id} is revoked and cannot be rotated; make a new one`);
    }
    if (old.expiresAt !== null && old.expiresAt <= now) {
      throw new ServiceError('conflict', `the key ${id} has expired and cannot be rotated; make a new one`);
    }
    // What was spent of a budget stays spent.
    const issued = await this.#issue(old, old.spent);
    await this.#revokeAt(id, now + overlapMs);
    return issued;
  }

  async #issue(order: KeyOrder, spent: number): Promise<IssuedKey> {
    const key = createKey();
    return { ...viewKey(await this.#insert(key, order, { given: false, spent })), key };
  }

  async #insert(
    key: string,
    order: KeyOrder,
    { given, spent }: { given: boolean; spent: number },
  ): Promise<KeyRecord> {
    const record: KeyRecord = {
      id: `key_${randomBase62(20)}`,
      accountId: order.accountId,
      hash: hashKey(key),
      hint: hintOf(key),
      name: order.name,
      scopes: order.scopes,
      given,
      expiresAt: order.expiresAt,
      revokedAt: null,
      ratePerMinute: order.ratePerMinute,
      budget: order.budget,
      spent,
      lastUsedAt: null,
      createdAt: this.#context.now(),
    };
    await this.#context.store.keys.insert(record);
    this.#context.onChange(record.hash);
    return record;
  }

  async #revokeAt(id: string, at: number): Promise<KeyRecord> {
    const record = await this.#context.store.keys.revoke(id, at);
    if (record === undefined) throw unknownKey(id);
    this.#context.onChange(record.hash);
    return record;
  }

  async #require(id: string): Promise<KeyRecord> {
    const record = await this.#context.store.keys.find(id);
    if (record === undefined) throw unknownKey(id);
    return record;
  }

  async #requireAccount(id: string): Promise<void> {
    if ((await this.#context.store.accounts.find(id)) === undefined) {
      throw new ServiceError('not_found', `there is no account ${quoteValue(id)}`);
    }
  }
}

const unknownKey = (id: string): ServiceError =>
  new ServiceError('not_found', `there is no key ${quoteValue(id)}`);
