import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AuditLog } from '../audit/audit-log.ts';
import { openStore } from '../storage/open-store.ts';
import type { Store } from '../storage/store.ts';
import { checkKeyFormat } from './key-format.ts';
import { type CreateKeyInput, KeyService } from './key-service.ts';
import { sha256Hex } from './sha256-hex.ts';

const origin = { actor: 'admin', requestId: 'req_1' };
const folder = mkdtempSync(join(tmpdir(), 'quern-keys-'));
const input: CreateKeyInput = {
  accountId: 'acc_a',
  name: 'test',
  scopes: ['ocr'],
  expiresAt: null,
  ratePerMinute: 5,
  budget: 7,
};

let store: Store;
let now: number;
let changed: string[];
let audited: string[];
let service: KeyService;
beforeAll(async () => {
  store = await openStore({ dataDir: folder, onIdleError: console.error });
  await store.ledger.openAccount({ id: 'acc_a', name: 'a', credits: 10, note: '', now: 1 });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  now = 1000;
  changed = [];
  audited = [];
  service = new KeyService({
    store,
    now: () => now,
    audit: new AuditLog({ store, now: () => now, onChange: ({ action }) => void audited.push(action) }),
    onChange: ({ hash }) => void changed.push(hash),
  });
});

describe('KeyService', () => {
  it('creates a key of which only the hash is stored, and never shows the hash', async () => {
    const issued = await service.create(input, origin);
    expect(checkKeyFormat(issued.key)).toBe('valid');
    expect(issued).toMatchObject({ ...input, spent: 0, revokedAt: null, createdAt: 1000 });
    expect(Object.keys(issued)).not.toContain('hash');
    expect(Object.keys(issued)).not.toContain('isOperatorProvided');
    const record = await store.keys.find(issued.id);
    expect(record?.hash).toBe(sha256Hex(issued.key));
    expect(JSON.stringify(record)).not.toContain(issued.key);
    expect(changed).toEqual([record?.hash]);
  });

  it('throws not_found for an unknown account or key', async () => {
    const absent = { code: 'not_found' };
    await expect(service.create({ ...input, accountId: 'acc_none' }, origin)).rejects.toMatchObject(absent);
    await expect(service.find('key_none')).rejects.toMatchObject(absent);
    await expect(service.revoke('key_none', origin)).rejects.toMatchObject(absent);
    await expect(service.rotate('key_none', 0, origin)).rejects.toMatchObject(absent);
  });

  it('creates an operator-provided key once', async () => {
    const key = 'operator-key-0123456789-0123456789';
    await service.createOperatorKey(key, input, origin);
    await service.createOperatorKey(key, { ...input, name: 'second' }, origin);
    expect(await store.keys.findByHash(sha256Hex(key))).toMatchObject({
      name: 'test',
      isOperatorProvided: true,
    });
    expect(await store.keys.operatorKeyHashes()).toEqual([sha256Hex(key)]);
  });

  it('keeps the time of the first revocation', async () => {
    const { id } = await service.create(input, origin);
    now = 2000;
    expect(await service.revoke(id, origin)).toMatchObject({ revokedAt: 2000 });
    now = 3000;
    expect(await service.revoke(id, origin)).toMatchObject({ revokedAt: 2000 });
  });

  it('rotates a key: the successor has its settings, and the old key ends after the overlap', async () => {
    const old = await service.create(input, origin);
    changed.length = 0;
    now = 5000;
    const successor = await service.rotate(old.id, 600, origin);
    expect(successor).toMatchObject({ ...input, revokedAt: null, createdAt: 5000 });
    expect(successor.id).not.toBe(old.id);
    expect(await service.find(old.id)).toMatchObject({ revokedAt: 5600 });
    expect(changed).toEqual([sha256Hex(old.key), sha256Hex(successor.key)]);
  });

  it('throws conflict instead of rotating a revoked or expired key', async () => {
    const revoked = await service.create(input, origin);
    await service.revoke(revoked.id, origin);
    await expect(service.rotate(revoked.id, 0, origin)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('is revoked'),
    });
    const expired = await service.create({ ...input, expiresAt: 1500 }, origin);
    now = 1500;
    await expect(service.rotate(expired.id, 0, origin)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('has expired'),
    });
  });
});
