import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inlineBodyMax } from '../../storage/driver/stored-body.ts';
import { readBlob } from '../../storage/fixtures/read-blob.ts';
import { openStore } from '../../storage/open-store.ts';
import type { Store } from '../../storage/store.ts';
import { encodeResult, inMemoryBytesMax } from './response-body.ts';
import { storeResponse } from './store-response.ts';

const folder = mkdtempSync(join(tmpdir(), 'quern-responses-'));
const owner = { accountId: 'acc_a', operation: 'test' };
let store: Store;
beforeAll(async () => {
  store = await openStore({ dataDir: folder, onIdleError: console.error });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const save = (length: number, options: { resultId?: string; isKept?: boolean } = {}, target = store) =>
  storeResponse(
    { store: target, now: () => 1000, retentionMs: 500 },
    {
      result: encodeResult({ text: randomBytes(length / 2).toString('hex') }),
      owner,
      resultId: options.resultId,
      isKept: options.isKept ?? false,
      signal: new AbortController().signal,
    },
  );

describe('storeResponse', () => {
  it('stores nothing for a small response that cannot be requested again', async () => {
    const { bytes, stored } = await save(100);
    expect(bytes?.toString()).toMatch(/^\{"success":true,"data":\{"text":"[0-9a-f]{100}"\}\}$/);
    expect(stored).toBeUndefined();
    expect(store.results.bytes).toBe(0);
  });

  it('returns the data of a small idempotent response for its row', async () => {
    const { stored } = await save(100, { isKept: true });
    expect(stored).toMatchObject({
      kind: 'inline',
      body: expect.stringMatching(/^\{"text":"[0-9a-f]{100}"\}$/),
    });
  });

  it('streams a large response that cannot be requested again from a temporary file', async () => {
    const { blob, stored } = await save(inMemoryBytesMax + 2);
    expect(stored).toBeUndefined();
    expect(await readBlob(blob)).toHaveLength(
      inMemoryBytesMax + 2 + '{"success":true,"data":{"text":""}}'.length,
    );
    expect(store.results.bytes).toBe(0);
  });

  it('stores a medium idempotent response as a blob, and returns it from memory', async () => {
    const { bytes, stored } = await save(inlineBodyMax * 2, { isKept: true });
    if (stored?.kind !== 'blob') throw new Error('not stored as a blob');
    expect(await readBlob(await store.results.open(stored.digest))).toBe(bytes?.toString());
  });

  it('stores one blob for a large result with an id and an Idempotency-Key, until the retention ends', async () => {
    const { blob, stored } = await save(inMemoryBytesMax * 2, { resultId: 'scr_large', isKept: true });
    const body = await readBlob(blob);
    if (stored?.kind !== 'blob') throw new Error('not stored as a blob');
    expect(await readBlob(await store.results.open(stored.digest))).toBe(body);
    expect(await readBlob(await store.results.find('scr_large', owner, 1499))).toBe(body);
    expect(await store.results.find('scr_large', owner, 1500)).toBeUndefined();
  });

  it('removes the temporary file if saving fails', async () => {
    const discarded: string[] = [];
    const results = Object.create(store.results, {
      stage: { value: async () => ({ path: '/nowhere', digest: 'd', size: 1, storedSize: 1 }) },
      save: {
        value: async () => {
          throw new Error('disk full');
        },
      },
      discard: { value: async (staged: { path: string }) => void discarded.push(staged.path) },
    });
    const failing = { results } as unknown as Store;
    await expect(save(100, { resultId: 'scr_none' }, failing)).rejects.toThrow('disk full');
    expect(discarded).toEqual(['/nowhere']);
  });
});
