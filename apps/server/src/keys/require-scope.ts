import { quoteValue } from '../errors/quote-value.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';

/** Throws `scope_denied` when the scopes of the key leave this one out. */
export function requireScope(key: KeyRecord, scope: string): void {
  if (key.scopes.includes('*') || key.scopes.includes(scope)) return;
  throw new ServiceError(
    'scope_denied',
    `the key ${key.hint} has the scopes ${key.scopes.map(quoteValue).join(', ')}, which leave ${quoteValue(scope)} out`,
  );
}
