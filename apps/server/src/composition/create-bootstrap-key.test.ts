import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AccountService } from '../accounts/account-service.ts';
import { AuditLog } from '../audit/audit-log.ts';
import { KeyService } from '../keys/key-service.ts';
import { sha256Hex } from '../keys/sha256-hex.ts';
import { openStore } from '../storage/open-store.ts';
import type { Store } from '../storage/store.ts';
import { createBootstrapKey } from './create-bootstrap-key.ts';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quern-bootstrap-'));
  store = await openStore({ dataDir: folder, onIdleError: console.error });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(bootstrapKey: string | undefined): Promise<string | undefined> {
  const audit = new AuditLog({ store, now: () => 1, onChange: () => undefined });
  const accounts = new AccountService({ store, audit, now: () => 1, onChange: () => undefined });
  const keys = new KeyService({ store, audit, now: () => 1, onChange: () => undefined });
  return createBootstrapKey({ bootstrapKey, bootstrapCredits: 50 }, { store, accounts, keys });
}

describe('createBootstrapKey', () => {
  it('generates one key with credits in the life of a database', async () => {
    const key = await start(undefined);
    expect(await start(undefined)).toBeUndefined();
    const record = await store.keys.findByHash(sha256Hex(key ?? ''));
    expect(record).toMatchObject({ name: 'bootstrap', scopes: ['*'] });
    expect(await store.accounts.list('', 10)).toMatchObject([{ id: record?.accountId, available: 50 }]);
  });

  it('creates an operator-provided key, its account and its credits once, even by concurrent starts', async () => {
    const key = 'operator-key-0123456789-0123456789';
    expect(await Promise.all([start(key), start(key), start(key)])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    await start(key);
    expect(await store.accounts.list('', 10)).toMatchObject([{ name: 'bootstrap', available: 50 }]);
    expect(await store.keys.list(null, '', 10)).toHaveLength(1);
  });
});
