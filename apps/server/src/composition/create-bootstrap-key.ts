import type { AccountService } from '../accounts/account-service.ts';
import { bootstrapOrigin } from '../audit/audit-log.ts';
import { generateKey } from '../keys/key-format.ts';
import type { KeyService } from '../keys/key-service.ts';
import { sha256Hex } from '../keys/sha256-hex.ts';
import type { Store } from '../storage/store.ts';

const firstKeySetting = 'first_key';

/** The first API key of a service. */
export interface BootstrapKeyInput {
  /** The operator's key; if undefined, a key is generated at the first start. */
  readonly bootstrapKey: string | undefined;
  readonly bootstrapCredits: number;
}

/** Dependencies of `createBootstrapKey`. */
export interface BootstrapKeyContext {
  readonly store: Pick<Store, 'keys' | 'settings'>;
  readonly accounts: Pick<AccountService, 'createIfMissing'>;
  readonly keys: Pick<KeyService, 'createOperatorKey'>;
}

/**
 * Creates the first API key and its account with credits, unless they exist. The account's id is derived from the
 * key, so nodes that start together, or a start after an interrupted one, create one account and grant its credits
 * once. Without an operator-provided key, a key is generated once in the life of a database.
 *
 * @returns The key if it was generated, to be shown once.
 */
export async function createBootstrapKey(
  { bootstrapKey, bootstrapCredits }: BootstrapKeyInput,
  { store, accounts, keys }: BootstrapKeyContext,
): Promise<string | undefined> {
  if (
    bootstrapKey === undefined &&
    !(await store.settings.setIfAbsent(firstKeySetting, new Date().toISOString()))
  ) {
    return undefined;
  }
  const key = bootstrapKey ?? generateKey();
  if ((await store.keys.findByHash(sha256Hex(key))) !== undefined) return undefined;
  const accountId = `acc_${sha256Hex(`account of ${key}`).slice(0, 20)}`;
  await accounts.createIfMissing(accountId, 'bootstrap', bootstrapCredits, bootstrapOrigin);
  const settings = { scopes: ['*'], expiresAt: null, ratePerMinute: null, budget: null };
  await keys.createOperatorKey(key, { accountId, name: 'bootstrap', ...settings }, bootstrapOrigin);
  return bootstrapKey === undefined ? key : undefined;
}
