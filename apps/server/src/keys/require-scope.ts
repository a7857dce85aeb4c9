import { quoteValue } from '../errors/quote-value.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';

/** Whether a key may use an operation. */
export const hasScope = ({ scopes }: Pick<KeyRecord, 'scopes'>, scope: string): boolean =>
  scopes.includes('*') || scopes.includes(scope);

/**
 * Checks that a key may use an operation.
 *
 * @throws {ServiceError} `scope_denied` if the key's scopes do not include it.
 */
export function requireScope(key: Pick<KeyRecord, 'scopes' | 'hint'>, scope: string): void {
  if (hasScope(key, scope)) return;
  const scopes = key.scopes.map(quoteValue).join(', ');
  throw new ServiceError(
    'scope_denied',
    `the key ${key.hint} has the scopes ${scopes}, which do not include ${quoteValue(scope)}`,
  );
}
