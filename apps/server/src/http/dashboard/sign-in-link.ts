import { randomBase62 } from '../../ids/random-base62.ts';
import { hasHash } from '../../keys/has-hash.ts';
import { sha256Hex } from '../../keys/sha256-hex.ts';

/** New secrets of a service, which are shown once. */
export interface NewSecrets {
  readonly apiKey: string | undefined;
  readonly adminToken: string | undefined;
}

const validForMs = 3_600_000;
const wrongCodesMax = 20;

/**
 * The link of the startup banner that signs in to the dashboard. Its code is exchanged once for the secrets that the first
 * start has created, which are in memory until then.
 */
export class SignInLink {
  /** Part of the link, after `#start=`; never sent to the server as a part of a URL. */
  readonly code: string;
  readonly #hash: Buffer;
  readonly #expiresAt: number;
  readonly #now: () => number;
  #secrets: NewSecrets | undefined;
  #wrongCodes = 0;

  /** @param now returns the time, ms */
  constructor(secrets: NewSecrets, now: () => number) {
    this.code = randomBase62(24);
    this.#hash = Buffer.from(sha256Hex(this.code), 'hex');
    this.#secrets = secrets;
    this.#now = now;
    this.#expiresAt = now() + validForMs;
  }

  /**
   * Exchanges the code for the secrets.
   *
   * @returns undefined if the code is wrong, has been used, or has expired, and after 20 wrong codes
   */
  redeem(code: string): NewSecrets | undefined {
    const secrets = this.#secrets;
    if (this.#now() >= this.#expiresAt) this.#secrets = undefined;
    if (this.#secrets === undefined) return undefined;
    const isRight = hasHash(code, this.#hash);
    if (!isRight) this.#wrongCodes += 1;
    if (isRight || this.#wrongCodes >= wrongCodesMax) this.#secrets = undefined;
    return isRight ? secrets : undefined;
  }
}
