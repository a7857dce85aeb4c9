import { describe, expect, it } from 'vitest';
import { SignInLink } from './sign-in-link.ts';

const secrets = { apiKey: 'key', adminToken: undefined };

describe('a sign-in link', () => {
  it('is exchanged once for the secrets', () => {
    const link = new SignInLink(secrets, () => 0);
    expect(link.redeem('wrong')).toBeUndefined();
    expect(link.redeem(link.code)).toEqual(secrets);
    expect(link.redeem(link.code)).toBeUndefined();
  });
  it('expires after an hour', () => {
    let now = 0;
    const link = new SignInLink(secrets, () => now);
    now = 3_600_000;
    expect(link.redeem(link.code)).toBeUndefined();
    now = 0;
    expect(link.redeem(link.code)).toBeUndefined();
  });
  it('is withdrawn after 20 wrong codes', () => {
    const link = new SignInLink(secrets, () => 0);
    for (let attempt = 0; attempt < 19; attempt += 1) link.redeem(String(attempt));
    const guessed = new SignInLink(secrets, () => 0);
    for (let attempt = 0; attempt < 20; attempt += 1) guessed.redeem(String(attempt));
    expect([link.redeem(link.code), guessed.redeem(guessed.code)]).toEqual([secrets, undefined]);
  });
});
