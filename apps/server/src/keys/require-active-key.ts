import { ServiceError } from '../errors/service-error.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';

/**
 * Checks that a key has neither been revoked nor expired, and that its account is not disabled.
 *
 * @param now milliseconds since the epoch
 * @throws {ServiceError} `revoked_key`, `expired_key` or `account_disabled`
 */
export function requireActiveKey(
  {
    hint,
    revokedAt,
    expiresAt,
    isAccountDisabled,
  }: Pick<KeyRecord, 'hint' | 'revokedAt' | 'expiresAt' | 'isAccountDisabled'>,
  now: number,
): void {
  if (revokedAt !== null && revokedAt <= now) {
    throw new ServiceError('revoked_key', `the API key ${hint} was revoked`);
  }
  if (expiresAt !== null && expiresAt <= now) {
    const expiredAt = new Date(expiresAt).toISOString();
    throw new ServiceError('expired_key', `the API key ${hint} expired at ${expiredAt}`);
  }
  if (isAccountDisabled) {
    throw new ServiceError('account_disabled', `the account of the API key ${hint} is disabled`);
  }
}
