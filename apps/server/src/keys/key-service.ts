import type { AuditLog, AuditOrigin } from '../audit/audit-log.ts';
import { pickSame } from '../audit/pick-same.ts';
import { quoteValue } from '../errors/quote-value.ts';
import { ServiceError } from '../errors/service-error.ts';
import { createId } from '../ids/create-id.ts';
import type { KeyChanges, KeyRecord } from '../storage/repositories/keys.ts';
import type { Store } from '../storage/store.ts';
import { generateKey, redactKey } from './key-format.ts';
import { sha256Hex } from './sha256-hex.ts';

/** Settings of a new key. */
export interface CreateKeyInput {
  readonly accountId: string;
  readonly name: string;
  /** Names of operations, or `*`. */
  readonly scopes: readonly string[];
  /** Milliseconds since the epoch; null: never. */
  readonly expiresAt: number | null;
  /** Null: the service's default. */
  readonly ratePerMinute: number | null;
  /** Maximum credits that the key may spend; null: no limit. */
  readonly budget: number | null;
}

/** A key without its hash, as it may be shown. */
export type KeyView = Omit<KeyRecord, 'hash' | 'isOperatorProvided' | 'isAccountDisabled'>;

/** A key that was just created. `key` is shown this once and stored nowhere. */
export interface IssuedKey extends KeyView {
  readonly key: string;
}

/** Dependencies of a key service. */
export interface KeyServiceOptions {
  readonly store: Pick<Store, 'keys' | 'accounts'>;
  /** Returns milliseconds since the epoch. */
  readonly now: () => number;
  readonly audit: Pick<AuditLog, 'apply'>;
  /** Called with each key that was created or changed. */
  readonly onChange: (key: Pick<KeyRecord, 'id' | 'hash'>) => void;
}

/** Removes the hash and internal properties from a key. */
export function toKeyView({
  hash: _hash,
  isOperatorProvided: _provided,
  isAccountDisabled: _disabled,
  ...view
}: KeyRecord): KeyView {
  return view;
}

/** Creates, lists, changes, revokes and rotates API keys. */
export class KeyService {
  readonly #store: Pick<Store, 'keys' | 'accounts'>;
  readonly #now: () => number;
  readonly #audit: Pick<AuditLog, 'apply'>;
  readonly #onChange: (key: Pick<KeyRecord, 'id' | 'hash'>) => void;

  constructor({ store, now, audit, onChange }: KeyServiceOptions) {
    this.#store = store;
    this.#now = now;
    this.#audit = audit;
    this.#onChange = onChange;
  }

  /** Generates a key. @throws {ServiceError} `not_found` if the account does not exist */
  async create(input: CreateKeyInput, origin: AuditOrigin): Promise<IssuedKey> {
    if ((await this.#store.accounts.find(input.accountId)) === undefined) {
      throw new ServiceError('not_found', `there is no account ${quoteValue(input.accountId)}`);
    }
    const key = generateKey();
    return { ...toKeyView(await this.#insert(key, input, false, origin)), key };
  }

  /** Creates a key from a text chosen by the operator, unless it exists. */
  async createOperatorKey(key: string, input: CreateKeyInput, origin: AuditOrigin): Promise<void> {
    await this.#insert(key, input, true, origin);
  }

  /** Returns keys ordered by id, starting after the id `after`; those of all accounts if `accountId` is null. */
  async list(accountId: string | null, after: string, limit: number): Promise<KeyView[]> {
    return (await this.#store.keys.list(accountId, after, limit)).map(toKeyView);
  }

  /** @throws {ServiceError} `not_found` */
  async find(id: string): Promise<KeyView> {
    return toKeyView(await this.#require(id));
  }

  /**
   * Changes settings of a key. It takes effect at once here, and within two seconds on other nodes.
   *
   * @throws {ServiceError} `not_found`; `conflict` for a revoked key
   */
  async update(id: string, changes: KeyChanges, origin: AuditOrigin): Promise<KeyView> {
    const now = this.#now();
    const before = await this.#require(id);
    requireUnrevoked(before, now);
    const record = await this.#audit.apply(
      origin,
      { action: 'key.update', target: id, before: pickSame(before, changes), after: changes },
      (audit) => this.#store.keys.update(id, changes, now, audit),
    );
    if (record === undefined) throw keyNotFound(id);
    requireUnrevoked(record, now);
    this.#onChange(record);
    return toKeyView(record);
  }

  /** Revokes a key from now on. A second revocation changes nothing. @throws {ServiceError} `not_found` */
  async revoke(id: string, origin: AuditOrigin): Promise<KeyView> {
    const now = this.#now();
    const { revokedAt } = await this.#require(id);
    const after = { revokedAt: Math.min(revokedAt ?? now, now) };
    const record = await this.#audit.apply(
      origin,
      { action: 'key.revoke', target: id, before: { revokedAt }, after },
      (audit) => this.#store.keys.revoke(id, now, audit),
    );
    if (record === undefined) throw keyNotFound(id);
    this.#onChange(record);
    return toKeyView(record);
  }

  /**
   * Issues a successor with the same settings. The old key stays valid for the overlap; both share one budget.
   *
   * @param overlapMs How long the old key stays valid.
   * @throws {ServiceError} `not_found`; `conflict` for a key that is revoked or has expired.
   */
  async rotate(id: string, overlapMs: number, origin: AuditOrigin): Promise<IssuedKey> {
    const now = this.#now();
    const old = await this.#require(id);
    const key = generateKey();
    const successor = { id: createId('key'), hash: sha256Hex(key), hint: redactKey(key) };
    const revokedAt = Math.min(old.revokedAt ?? Number.MAX_SAFE_INTEGER, now + overlapMs);
    const after = { revokedAt, successor: { id: successor.id, hint: successor.hint } };
    const issued = await this.#audit.apply(
      origin,
      { action: 'key.rotate', target: id, before: { revokedAt: old.revokedAt }, after },
      (audit) => this.#store.keys.rotate(id, successor, now, now + overlapMs, audit),
    );
    if (issued === undefined) {
      const isExpired = old.expiresAt !== null && old.expiresAt <= now;
      throw new ServiceError(
        'conflict',
        `the key ${id} ${isExpired ? 'has expired' : 'is revoked'} and cannot be rotated; create a new one`,
      );
    }
    this.#onChange(old);
    this.#onChange(issued);
    return { ...toKeyView(issued), key };
  }

  async #insert(
    key: string,
    input: CreateKeyInput,
    isOperatorProvided: boolean,
    origin: AuditOrigin,
  ): Promise<KeyRecord> {
    const id = createId('key');
    const record: KeyRecord = {
      id,
      accountId: input.accountId,
      hash: sha256Hex(key),
      hint: redactKey(key),
      name: input.name,
      scopes: input.scopes,
      isOperatorProvided,
      expiresAt: input.expiresAt,
      revokedAt: null,
      ratePerMinute: input.ratePerMinute,
      budget: input.budget,
      spent: 0,
      budgetKeyId: id,
      lastUsedAt: null,
      createdAt: this.#now(),
      isAccountDisabled: false,
    };
    const after = { ...input, hint: record.hint };
    await this.#audit.apply(
      origin,
      { action: 'key.create', target: record.id, before: null, after },
      (audit) => this.#store.keys.insert(record, audit),
    );
    this.#onChange(record);
    return record;
  }

  async #require(id: string): Promise<KeyRecord> {
    const record = await this.#store.keys.find(id);
    if (record === undefined) throw keyNotFound(id);
    return record;
  }
}

const keyNotFound = (id: string): ServiceError =>
  new ServiceError('not_found', `there is no key ${quoteValue(id)}`);

/** @throws {ServiceError} `conflict` */
function requireUnrevoked({ id, revokedAt }: KeyRecord, now: number): void {
  if (revokedAt !== null && revokedAt <= now) {
    throw new ServiceError('conflict', `the key ${id} is revoked and cannot be changed; create a new one`);
  }
}
