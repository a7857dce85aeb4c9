import { ServiceError } from '../errors/service-error.ts';
import type { KeyRecord, KeyRepository } from '../storage/repositories/keys.ts';
import { checkKeyFormat } from './key-format.ts';
import { parseBearerToken } from './parse-bearer-token.ts';
import { requireActiveKey } from './require-active-key.ts';
import { sha256Hex } from './sha256-hex.ts';

/** How long a looked-up key is cached, which is how long a revocation on another node may take to arrive here. */
const cacheTtlMs = 2000;
const cacheEntriesMax = 10_000;
/** Longer Authorization headers, which have needless spaces, are not cached. */
const cachedHeaderLengthMax = 600;

interface CachedLookup {
  readonly at: number;
  /** A promise until the record is found. */
  record: Lookup;
}

type Lookup = KeyRecord | undefined | Promise<KeyRecord | undefined>;

/**
 * Finds the key that a request is sent with. Keys are looked up by their hash; the result, found or not, is cached
 * for two seconds, so a busy key costs one lookup per two seconds.
 */
export class KeyVerifier {
  readonly #keys: Pick<KeyRepository, 'find' | 'findByHash' | 'operatorKeyHashes'>;
  readonly #now: () => number;
  /** Hashes of the keys in use by their Authorization header: parsing and hashing cost more than the rest of a lookup. */
  readonly #hashes = new Map<string, string>();
  readonly #lookups = new Map<string, CachedLookup>();
  #operatorKeyHashes: ReadonlySet<string> = new Set();

  /** @param now Returns milliseconds since the epoch. */
  constructor(keys: Pick<KeyRepository, 'find' | 'findByHash' | 'operatorKeyHashes'>, now: () => number) {
    this.#keys = keys;
    this.#now = now;
  }

  /** Loads the hashes of keys chosen by the operator, whose checksums are not verified. */
  async loadOperatorKeys(): Promise<void> {
    this.#operatorKeyHashes = new Set(await this.#keys.operatorKeyHashes());
  }

  /** Removes a key from the cache, so that a change takes effect on this node at once. */
  invalidate({ id, hash }: Pick<KeyRecord, 'id' | 'hash'>): void {
    this.#lookups.delete(hash);
    this.#lookups.delete(id);
  }

  /** Removes all keys from the cache, so that a change of an account takes effect on this node at once. */
  invalidateAll(): void {
    this.#lookups.clear();
  }

  /**
   * Returns the key of an Authorization header, without a promise if it is cached.
   *
   * @throws {ServiceError} `missing_key`, `malformed_key` (bad checksum), `unknown_key`, `revoked_key`,
   *   `expired_key` or `account_disabled`.
   */
  verify(authorization: string | undefined): KeyRecord | Promise<KeyRecord> {
    const hash = this.#hashes.get(authorization ?? '') ?? this.#readHash(authorization);
    const found = this.#lookUp(hash, () => this.#keys.findByHash(hash));
    return found instanceof Promise
      ? found.then((record) => this.#requireUsable(record))
      : this.#requireUsable(found);
  }

  /**
   * Returns the key with an id, for work that was accepted before.
   *
   * @throws {ServiceError} `unknown_key`, `revoked_key`, `expired_key` or `account_disabled`.
   */
  async verifyId(id: string): Promise<KeyRecord> {
    const record = await this.#lookUp(id, () => this.#keys.find(id));
    return this.#requireUsable(record, 'the API key of the job does not exist');
  }

  /** @throws {ServiceError} `missing_key` or `malformed_key` */
  #readHash(authorization: string | undefined): string {
    const key = parseBearerToken(authorization);
    const hash = sha256Hex(key);
    if (checkKeyFormat(key) === 'bad_checksum' && !this.#operatorKeyHashes.has(hash)) {
      throw new ServiceError('malformed_key', 'the API key is mistyped: its checksum does not match');
    }
    if (authorization !== undefined && authorization.length <= cachedHeaderLengthMax) {
      if (this.#hashes.size >= cacheEntriesMax) this.#hashes.clear();
      this.#hashes.set(authorization, hash);
    }
    return hash;
  }

  #requireUsable(record: KeyRecord | undefined, unknown = 'the API key does not exist'): KeyRecord {
    if (record === undefined) throw new ServiceError('unknown_key', unknown);
    requireActiveKey(record, this.#now());
    return record;
  }

  /** @param name hash or id, by which the lookup is cached */
  #lookUp(name: string, find: () => Promise<KeyRecord | undefined>): Lookup {
    const now = this.#now();
    const cached = this.#lookups.get(name);
    // A clock that was set back must not extend the validity of a lookup.
    if (cached !== undefined && Math.abs(now - cached.at) < cacheTtlMs) return cached.record;
    if (this.#lookups.size >= cacheEntriesMax) this.#lookups.clear();
    const record = find();
    const lookup: CachedLookup = { at: now, record };
    this.#lookups.set(name, lookup);
    record.then(
      (found) => {
        lookup.record = found;
      },
      () => this.#lookups.delete(name),
    );
    return record;
  }
}
