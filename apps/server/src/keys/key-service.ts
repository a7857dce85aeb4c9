import { quoteValue } from '../errors/quote-value.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { Store } from '../storage/open-store.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';
import { generateKey, hashKey, randomBase62, redactKey } from './key-format.ts';

export interface CreateKeyInput {
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt: number | null;
  readonly ratePerMinute: number | null;
  readonly budget: number | null;
}

/** A key as it may be shown: without its hash. */
export type KeyView = Omit<KeyRecord, 'hash' | 'isOperatorProvided'>;

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

export function toKeyView({ hash: _hash, isOperatorProvided: _given, ...view }: KeyRecord): KeyView {
  return view;
}

/** Makes, lists, revokes and rotates API keys. The admin API, and through it the command line, call this. */
export class KeyService {
  readonly #context: KeyServiceContext;

  constructor(context: KeyServiceContext) {
    this.#context = context;
  }

  async create(order: CreateKeyInput): Promise<IssuedKey> {
    await this.#requireAccount(order.accountId);
    const key = generateKey();
    return { ...toKeyView(await this.#insert(key, order, false)), key };
  }

  /** Makes a key of a text that the operator chose, unless it is there already. */
  async createOperatorKey(key: string, order: CreateKeyInput): Promise<void> {
    await this.#insert(key, order, true);
  }

  async list(accountId: string | null, after: string, limit: number): Promise<KeyView[]> {
    return (await this.#context.store.keys.list(accountId, after, limit)).map(toKeyView);
  }

  async find(id: string): Promise<KeyView> {
    return toKeyView(await this.#require(id));
  }

  /** The key ends now. A second revocation changes nothing. */
  async revoke(id: string): Promise<KeyView> {
    const record = await this.#context.store.keys.revoke(id, this.#context.now());
    if (record === undefined) throw unknownKey(id);
    this.#context.onChange(record.hash);
    return toKeyView(record);
  }

  /**
   * Issues a second key like the first, which ends when the overlap (ms) is over. Both share one budget.
   *
   * @throws {ServiceError} `not_found`; `conflict` for a key that is revoked or has expired.
   */
  async rotate(id: string, overlapMs: number): Promise<IssuedKey> {
    const now = this.#context.now();
    const old = await this.#require(id);
    const key = generateKey();
    const successor = { id: createKeyId(), hash: hashKey(key), hint: redactKey(key) };
    const issued = await this.#context.store.keys.rotate(id, successor, now, now + overlapMs);
    if (issued === undefined) {
      const isExpired = old.expiresAt !== null && old.expiresAt <= now;
      throw new ServiceError(
        'conflict',
        `the key ${id} ${isExpired ? 'has expired' : 'is revoked'} and cannot be rotated; make a new one`,
      );
    }
    this.#context.onChange(old.hash);
    this.#context.onChange(issued.hash);
    return { ...toKeyView(issued), key };
  }

  async #insert(key: string, order: CreateKeyInput, given: boolean): Promise<KeyRecord> {
    const record: KeyRecord = {
      id: createKeyId(),
      accountId: order.accountId,
      hash: hashKey(key),
      hint: redactKey(key),
      name: order.name,
      scopes: order.scopes,
      isOperatorProvided: given,
      expiresAt: order.expiresAt,
      revokedAt: null,
      ratePerMinute: order.ratePerMinute,
      budget: order.budget,
      spent: 0,
      lastUsedAt: null,
      createdAt: this.#context.now(),
    };
    await this.#context.store.keys.insert(record);
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

const createKeyId = (): string => `key_${randomBase62(20)}`;

const unknownKey = (id: string): ServiceError =>
  new ServiceError('not_found', `there is no key ${quoteValue(id)}`);
