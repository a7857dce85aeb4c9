import { randomBase62 } from '../ids/random-base62.ts';
import type { SettingRepository } from '../storage/repositories/settings.ts';
import { hasHash } from './has-hash.ts';
import { sha256Hex } from './sha256-hex.ts';

/** The name under which the holder of the token appears in the audit log. */
const tokenName = 'admin';
const tokenSetting = 'admin_token_sha256';

/** Verifies the bearer token of the admin API. Only its hash is kept. */
export class AdminTokenVerifier {
  /** The token if it was just generated; it is shown once and never again. */
  readonly newToken: string | undefined;
  readonly #hash: Buffer;

  private constructor(hash: string, newToken: string | undefined) {
    this.#hash = Buffer.from(hash, 'hex');
    this.newToken = newToken;
  }

  /**
   * Loads the token's hash. Without a configured token, the first start generates one and stores its hash; of several
   * nodes that start together, one generates it.
   *
   * @param configuredToken The operator's token (QUERN_ADMIN_TOKEN), if there is one.
   */
  static async load(
    configuredToken: string | undefined,
    settings: Pick<SettingRepository, 'get' | 'setIfAbsent'>,
  ): Promise<AdminTokenVerifier> {
    if (configuredToken !== undefined) return new AdminTokenVerifier(sha256Hex(configuredToken), undefined);
    const stored = await settings.get(tokenSetting);
    if (stored !== undefined) return new AdminTokenVerifier(stored, undefined);
    const generated = `qn_admin_${randomBase62(32)}`;
    const hash = sha256Hex(generated);
    if (await settings.setIfAbsent(tokenSetting, hash)) return new AdminTokenVerifier(hash, generated);
    return new AdminTokenVerifier((await settings.get(tokenSetting)) ?? hash, undefined);
  }

  /** Returns the name of a token if it is the admin token, in constant time. */
  identify(token: string): string | undefined {
    return hasHash(token, this.#hash) ? tokenName : undefined;
  }
}
