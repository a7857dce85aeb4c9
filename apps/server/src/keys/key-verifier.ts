import { ServiceError } from '../errors/service-error.ts';
import type { KeyRecord, KeyRepository } from '../storage/repositories/keys.ts';
import { checkKeyFormat, hashKey } from './key-format.ts';

/** How long a looked-up key is believed, and so how long a revocation by another node may take to arrive. */
const believedMs = 2000;
const rememberedMax = 10_000;

interface Remembered {
  readonly at: number;
  readonly record: Promise<KeyRecord | undefined>;
}

/**
 * Tells whose key a request carries. A key is looked up by its hash; the answer, yes or no, is remembered for
 * two seconds, so that a busy key costs one look-up in that time.
 */
export class KeyVerifier {
  readonly #keys: KeyRepository;
  readonly #now: () => number;
  readonly #hashes = new Map<string, string>();
  readonly #remembered = new Map<string, Remembered>();
  #given: ReadonlySet<string> = new Set();

  constructor(keys: KeyRepository, now: () => number) {
    this.#keys = keys;
    this.#now = now;
  }

  /** Learns which keys were chosen by the operator: these are never judged by a checksum. */
  async loadOperatorKeys(): Promise<void> {
    this.#given = new Set(await this.#keys.givenHashes());
  }

  /** Forgets what is remembered of a key, so that a change counts at once on this node. */
  invalidate(hash: string): void {
    this.#remembered.delete(hash);
  }

  /** The key of an Authorization header; throws one of the 401 codes. */
  async verify(authorization: string | undefined): Promise<KeyRecord> {
    const key = parseBearerToken(authorization);
    const hash = this.#hash(key);
    if (checkKeyFormat(key) === 'mistyped' && !this.#given.has(hash)) {
      throw unauthorized('malformed_key', 'the API key is mistyped: its checksum does not match');
    }
    const record = await this.#lookUp(hash);
    if (record === undefined) throw unauthorized('unknown_key', 'the API key is not known here');
    const now = this.#now();
    if (record.revokedAt !== null && record.revokedAt <= now) {
      throw unauthorized('revoked_key', `the API key ${record.hint} was revoked`);
    }
    if (record.expiresAt !== null && record.expiresAt <= now) {
      throw unauthorized(
        'expired_key',
        `the API key ${record.hint} expired at ${new Date(record.expiresAt).toISOString()}`,
      );
    }
    return record;
  }

  /** Hashing is half of a look-up's cost on a busy node; the texts remembered are those in use right now. */
  #hash(key: string): string {
    const known = this.#hashes.get(key);
    if (known !== undefined) return known;
    if (this.#hashes.size >= rememberedMax) this.#hashes.clear();
    const hash = hashKey(key);
    this.#hashes.set(key, hash);
    return hash;
  }

  #lookUp(hash: string): Promise<KeyRecord | undefined> {
    const now = this.#now();
    const remembered = this.#remembered.get(hash);
    // A clock that was set back must not make a look-up valid for longer.
    if (remembered !== undefined && Math.abs(now - remembered.at) < believedMs) return remembered.record;
    if (this.#remembered.size >= rememberedMax) this.#remembered.clear();
    const record = this.#keys.findByHash(hash);
    this.#remembered.set(hash, { at: now, record });
    record.catch(() => this.#remembered.delete(hash));
    return record;
  }
}

const keyLengthMax = 512;

/** The credentials of the Bearer scheme (RFC 6750, section 2.1); the scheme's name is case-insensitive. */
export function parseBearerToken(authorization: string | undefined): string {
  if (authorization === undefined || authorization.trim() === '') {
    throw unauthorized(
      'missing_key',
      'the Authorization header is missing; send Authorization: Bearer <API_KEY>',
    );
  }
  const found = /^bearer +(\S+) *$/i.exec(authorization);
  if (found?.[1] === undefined || found[1].length > keyLengthMax) {
    throw unauthorized('missing_key', 'the Authorization header is not of the form: Bearer <API_KEY>');
  }
  return found[1];
}

function unauthorized(
  code: 'missing_key' | 'malformed_key' | 'unknown_key' | 'revoked_key' | 'expired_key',
  message: string,
): ServiceError {
  const challenge =
    code === 'missing_key' ? 'Bearer realm="quern"' : 'Bearer realm="quern", error="invalid_token"';
  return new ServiceError(code, message, { headers: { 'www-authenticate': challenge } });
}
