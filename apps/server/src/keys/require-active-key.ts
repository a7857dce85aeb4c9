import { ServiceError } from '../errors/service-error.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';

/**
 * Checks that a key has neither been revoked nor expired.
 *
 * @param now milliseconds since the epoch
 * @throws {ServiceError} `revoked_key` or `expired_key`
 */
export function requireActiveKey(
  { hint, revokedAt, expiresAt }: Pick<KeyRecord, 'hint' | 'revokedAt' | 'expiresAt'>,
  now: number,
): void {
  if (revokedAt !== null && revokedAt <= now) {
    throw new ServiceError('revoked_key', `the API key ${hint} was revoked`);
  }
  if (expiresAt !== null && expiresAt <= now) {
    const expiredAt = new Date(expiresAt).toISOString();
    throw new ServiceError('expired_key', `the API key ${hint} expired at ${expiredAt}`);
  }
}
