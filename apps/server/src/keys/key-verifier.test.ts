import { beforeEach, describe, expect, it } from 'vitest';
import type { KeyRecord } from '../storage/repositories/keys.ts';
import { generateKey } from './key-format.ts';
import { KeyVerifier } from './key-verifier.ts';
import { sha256Hex } from './sha256-hex.ts';

const key = generateKey();
const record: KeyRecord = {
  id: 'key_a',
  accountId: 'acc_a',
  hash: sha256Hex(key),
  hint: 'qn_live_…',
  name: 'test',
  scopes: ['*'],
  isOperatorProvided: false,
  expiresAt: null,
  revokedAt: null,
  ratePerMinute: null,
  budget: null,
  spent: 0,
  budgetKeyId: 'key_a',
  lastUsedAt: null,
  createdAt: 1,
  isAccountDisabled: false,
};

let now: number;
let stored: KeyRecord | undefined;
let lookups: string[];
let failure: Error | undefined;
let operatorKeyHashes: string[];
let verifier: KeyVerifier;
beforeEach(() => {
  now = 1_000_000;
  stored = record;
  lookups = [];
  failure = undefined;
  operatorKeyHashes = [];
  const keys = {
    findByHash: async (hash: string) => {
      lookups.push(hash);
      if (failure !== undefined) throw failure;
      return hash === stored?.hash ? stored : undefined;
    },
    find: async (id: string) => {
      lookups.push(id);
      return id === stored?.id ? stored : undefined;
    },
    operatorKeyHashes: async () => operatorKeyHashes,
  };
  verifier = new KeyVerifier(keys, () => now);
});

/** As requests call it: an error may be thrown at once. */
const verifyHeader = async (header: string | undefined) => verifier.verify(header);
const verify = (token = key) => verifyHeader(`Bearer ${token}`);

describe('the cache of a KeyVerifier', () => {
  it('returns the key of each Authorization header, however it is written and how often it is sent', async () => {
    for (const header of [`Bearer ${key}`, `bearer   ${key}  `, `Bearer ${' '.repeat(1000)}${key}`]) {
      for (let time = 0; time < 2; time += 1) expect(await verifyHeader(header)).toEqual(record);
    }
    for (let time = 0; time < 2; time += 1) {
      await expect(verify(`${key.slice(0, -1)}_`)).rejects.toMatchObject({ code: 'malformed_key' });
      await expect(verifyHeader('')).rejects.toMatchObject({ code: 'missing_key' });
    }
  });

  it('finds a key by its id, for two seconds or until it changes', async () => {
    expect(await verifier.verifyId(record.id)).toEqual(record);
    await verifier.verifyId(record.id);
    expect(lookups).toEqual([record.id]);
    stored = { ...record, revokedAt: now };
    await verifier.verifyId(record.id);
    verifier.invalidate(record);
    await expect(verifier.verifyId(record.id)).rejects.toMatchObject({ code: 'revoked_key' });
    await expect(verifier.verifyId('key_unknown')).rejects.toMatchObject({ code: 'unknown_key' });
  });

  it('looks a key up once in two seconds', async () => {
    expect(await verify()).toEqual(record);
    now += 1999;
    expect(await verify()).toEqual(record);
    expect(lookups).toEqual([record.hash]);
    now += 1;
    await verify();
    expect(lookups).toHaveLength(2);
  });

  it('shares one lookup between concurrent requests', async () => {
    await Promise.all([verify(), verify(), verify()]);
    expect(lookups).toHaveLength(1);
  });

  it('caches that a key does not exist', async () => {
    stored = undefined;
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await expect(verify()).rejects.toMatchObject({ code: 'unknown_key' });
    }
    expect(lookups).toHaveLength(1);
  });

  it('uses a changed key at once after invalidate', async () => {
    await verify();
    stored = { ...record, revokedAt: now };
    await verify();
    verifier.invalidate(record);
    await expect(verify()).rejects.toMatchObject({ code: 'revoked_key' });
  });

  it('refuses keys of a disabled account, at once after invalidateAll', async () => {
    await verify();
    await verifier.verifyId(record.id);
    stored = { ...record, isAccountDisabled: true };
    expect(await verify()).toEqual(record);
    verifier.invalidateAll();
    await expect(verify()).rejects.toMatchObject({ code: 'account_disabled', status: 403 });
    await expect(verifier.verifyId(record.id)).rejects.toMatchObject({ code: 'account_disabled' });
  });

  it('looks a key up again if the clock was set back by more than two seconds', async () => {
    await verify();
    now -= 3_600_000;
    await verify();
    expect(lookups).toHaveLength(2);
  });

  it('does not cache a failed lookup', async () => {
    failure = new Error('database gone');
    await expect(verify()).rejects.toThrow('database gone');
    failure = undefined;
    expect(await verify()).toEqual(record);
  });
});

describe('KeyVerifier.verify', () => {
  it.each([undefined, '', '   ', 'Basic abc', 'Bearer', 'Bearer a b', `Bearer ${'x'.repeat(513)}`])(
    'throws missing_key for the header %o without a lookup',
    async (header) => {
      await expect(verifyHeader(header)).rejects.toMatchObject({ code: 'missing_key' });
      expect(lookups).toEqual([]);
    },
  );

  it('accepts the name of the scheme in any case', async () => {
    expect(await verifier.verify(`bEARER  ${key} `)).toEqual(record);
  });

  it('throws malformed_key for a bad checksum without a lookup', async () => {
    await expect(verify(`${key.slice(0, -1)}-`)).rejects.toMatchObject({ code: 'malformed_key' });
    expect(lookups).toEqual([]);
  });

  it('accepts an operator-provided key that looks like a generated one with a bad checksum', async () => {
    const chosen = 'qn_live_chosen-by-the-operator-01';
    stored = { ...record, hash: sha256Hex(chosen), isOperatorProvided: true };
    await expect(verify(chosen)).rejects.toMatchObject({ code: 'malformed_key' });
    operatorKeyHashes = [sha256Hex(chosen)];
    await verifier.loadOperatorKeys();
    expect(await verify(chosen)).toEqual(stored);
  });

  it('accepts a key until the moment of its revocation or expiry', async () => {
    stored = { ...record, revokedAt: now + 1, expiresAt: now + 1 };
    await expect(verify()).resolves.toEqual(stored);
    now += 1;
    await expect(verify()).rejects.toMatchObject({ code: 'revoked_key' });
    stored = { ...record, expiresAt: now };
    verifier.invalidate(record);
    await expect(verify()).rejects.toMatchObject({
      code: 'expired_key',
      message: `the API key ${record.hint} expired at ${new Date(now).toISOString()}`,
    });
  });
});
