import { timingSafeEqual } from 'node:crypto';
import type { AccountService } from '../accounts/account-service.ts';
import type { Config } from '../config.ts';
import { generateKey, hashKey, randomBase62 } from '../keys/key-format.ts';
import type { KeyService } from '../keys/key-service.ts';
import type { Store } from '../storage/open-store.ts';

const firstKeySetting = 'first_key';
const adminTokenSetting = 'admin_token_sha256';

/**
 * What a service needs before its first request: a key with credits. A given key is judged by its hash alone;
 * its account's id follows from it, so that nodes starting together, or a start that died half-way, end up with
 * one account and one grant. A made key is made once in a database's life; it is answered, to be shown.
 */
export async function createBootstrapKey(
  config: Config,
  store: Store,
  accounts: AccountService,
  keys: KeyService,
): Promise<{ key: string | undefined }> {
  const given = config.bootstrapKey;
  if (given === undefined && !(await store.settings.putOnce(firstKeySetting, new Date().toISOString()))) {
    return { key: undefined };
  }
  const key = given ?? generateKey();
  if ((await store.keys.findByHash(hashKey(key))) !== undefined) return { key: undefined };
  const accountId = `acc_${hashKey(`account of ${key}`).slice(0, 20)}`;
  await accounts.createIfMissing(accountId, 'bootstrap', config.bootstrapCredits);
  await keys.createOperatorKey(key, {
    accountId,
    name: 'bootstrap',
    scopes: ['*'],
    expiresAt: null,
    ratePerMinute: null,
    budget: null,
  });
  return { key: given === undefined ? key : undefined };
}

export interface AdminTokenVerifier {
  /** Shown once, when it was just made. */
  readonly newToken: string | undefined;
  matches(given: string): boolean;
}

/** The admin token: the setting's, or one made at the first start, of which only the hash is kept. */
export async function loadAdminToken(config: Config, store: Store): Promise<AdminTokenVerifier> {
  let hash =
    config.adminToken === undefined
      ? await store.settings.get(adminTokenSetting)
      : hashKey(config.adminToken);
  let newToken: string | undefined;
  if (hash === undefined) {
    const made = `qn_admin_${randomBase62(32)}`;
    if (await store.settings.putOnce(adminTokenSetting, hashKey(made))) newToken = made;
    hash = (await store.settings.get(adminTokenSetting)) ?? hashKey(made);
  }
  const expected = Buffer.from(hash, 'hex');
  return { newToken, matches: (given) => timingSafeEqual(Buffer.from(hashKey(given), 'hex'), expected) };
}
