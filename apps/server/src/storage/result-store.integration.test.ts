import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestAccount, uniqueText } from './fixtures/create-test-account.ts';
import { describeDatabases } from './fixtures/describe-databases.ts';
import { readBlob } from './fixtures/read-blob.ts';
import { openStore } from './open-store.ts';

const owner = { accountId: 'acc_a', operation: 'scrape' };
const hour = 3_600_000;

function* oneChunk(content: string): Generator<Buffer> {
  yield Buffer.from(content);
}

/** Returns the paths of all files below a folder. */
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describeDatabases('stored results', (open) => {
  it('returns a result to its own account and operation only, until it expires', async () => {
    const store = await open();
    const body = '{"success":true,"data":{"é":"\u{1f600}"}}';
    await store.results.save(await store.results.stage(oneChunk(body)), owner, 100, { id: 'scr_1' });
    const read = async (accountId: string, operation: string, now: number) =>
      readBlob(await store.results.find('scr_1', { accountId, operation }, now));
    expect(await read('acc_a', 'scrape', 99)).toBe(body);
    expect(await read('acc_b', 'scrape', 99)).toBeUndefined();
    expect(await read('acc_a', 'ocr', 99)).toBeUndefined();
    expect(await read('acc_a', 'scrape', 100)).toBeUndefined();
    await store.results.sweep(99);
    expect(await read('acc_a', 'scrape', 99)).toBe(body);
    await store.results.sweep(100);
    expect(await read('acc_a', 'scrape', 99)).toBeUndefined();
    expect(store.results.bytes).toBe(0);
    await store.close();
  });

  it('returns a file to its own account only, until it expires, and not as a result', async () => {
    const store = await open();
    const file = { name: 'Größe.pdf', mediaType: 'application/pdf' };
    const staged = await store.results.stage(oneChunk('content'));
    await store.results.save(staged, owner, 100, { id: 'file_1', file });
    const find = (accountId: string, now: number) => store.results.findFile('file_1', accountId, now);
    const found = await find('acc_a', 99);
    expect(found).toMatchObject({ ...file, digest: staged.digest });
    expect(await readBlob(found?.blob)).toBe('content');
    expect(await find('acc_b', 99)).toBeUndefined();
    expect(await find('acc_a', 100)).toBeUndefined();
    expect(await store.results.find('file_1', owner, 99)).toBeUndefined();
    await store.results.save(await store.results.stage(oneChunk('{}')), owner, 100, { id: 'scr_file' });
    expect(await store.results.findFile('scr_file', 'acc_a', 99)).toBeUndefined();
    await store.results.sweep(100);
    expect(await find('acc_a', 99)).toBeUndefined();
    expect(store.results.bytes).toBe(0);
    await store.close();
  });

  it('returns a body of 4 MB unchanged', async () => {
    const store = await open();
    const parts = Array.from({ length: 40 }, () => randomBytes(100_000));
    const staged = await store.results.stage(parts);
    expect(staged.size).toBe(4_000_000);
    await store.results.save(staged, owner, hour, { id: 'scr_many' });
    const blob = await store.results.find('scr_many', owner, 0);
    expect(blob?.size).toBe(4_000_000);
    const read = blob?.stream().pipe(createGunzip());
    const back = Buffer.concat((await read?.toArray()) ?? []);
    expect(back.equals(Buffer.concat(parts))).toBe(true);
    await store.results.sweep(hour);
    await store.close();
  });

  it('evicts what expires first, of the account that holds most, when the store exceeds its size', async () => {
    const store = await open(100_000);
    const keep = async (accountId: string, id: string, expiresAt: number) => {
      const staged = await store.results.stage([randomBytes(20_000)]);
      await store.results.save(staged, { ...owner, accountId }, expiresAt, { id });
    };
    await keep('acc_small', 'scr_small', 5);
    for (const [index, expiresAt] of [90, 30, 70, 50, 80].entries()) {
      await keep('acc_large', `scr_${expiresAt}`, expiresAt);
      expect(store.results.bytes, `after ${index}`).toBeLessThanOrEqual(100_000);
    }
    const isKept = async (id: string, accountId: string) => {
      const blob = await store.results.find(id, { ...owner, accountId }, 0);
      await blob?.close();
      return blob !== undefined;
    };
    expect(await isKept('scr_small', 'acc_small')).toBe(true);
    expect(await isKept('scr_30', 'acc_large')).toBe(false);
    expect(await isKept('scr_50', 'acc_large')).toBe(false);
    for (const id of ['scr_70', 'scr_80', 'scr_90']) expect(await isKept(id, 'acc_large'), id).toBe(true);
    await store.results.sweep(1000);
    await store.close();
  });

  it('keeps the input of a job without evicting it, and expires it a day after the job has ended', async () => {
    const store = await open(100_000);
    const { accountId, keyId } = await createTestAccount(store, 1);
    const pin = async (bytes: Buffer, now = 1000) => {
      const staged = await store.results.stage([bytes]);
      return { digest: staged.digest, isPinned: await store.results.pin(staged, accountId, now) };
    };
    const isKept = async (digest: string) => {
      const blob = await store.results.open(digest);
      await blob?.close();
      return blob !== undefined;
    };
    const [input, orphan] = [await pin(randomBytes(20_000)), await pin(randomBytes(1000))];
    expect((await pin(randomBytes(30_000))).isPinned).toBe(false);
    const job = {
      id: uniqueText('job'),
      accountId,
      keyId,
      operation: 'convert',
      requestId: 'req',
      metadata: {},
    };
    const stored = { kind: 'blob', digest: input.digest } as const;
    await store.jobs.add([{ ...job, priority: 'interactive', input: stored, createdAt: 1000 }]);
    for (const expiresAt of [10, 20, 30, 40, 50, 60]) {
      const staged = await store.results.stage([randomBytes(20_000)]);
      await store.results.save(staged, { ...owner, accountId }, expiresAt, { id: `scr_evicted${expiresAt}` });
    }
    expect(await isKept(input.digest)).toBe(true);
    await store.results.sweep(1_000_000);
    expect(await isKept(orphan.digest)).toBe(true);
    await store.results.sweep(1_000_000 + 24 * hour);
    expect(await isKept(orphan.digest)).toBe(false);
    expect(await isKept(input.digest)).toBe(true);
    await store.jobs.cancel(job.id, accountId, { now: 2_000_000, expiresAt: 1e12 });
    await store.results.sweep(2_000_000);
    expect(await isKept(input.digest)).toBe(true);
    await store.results.sweep(2_000_000 + 24 * hour);
    expect(await isKept(input.digest)).toBe(false);
    await store.close();
  });

  it('keeps a body that is saved again while a sweep removes the earlier one', async () => {
    const store = await open();
    for (let round = 0; round < 20; round += 1) {
      await store.results.save(await store.results.stage(oneChunk('the same')), owner, 100);
      const again = await store.results.stage(oneChunk('the same'));
      const id = `scr_again${round}`;
      await Promise.all([store.results.sweep(100), store.results.save(again, owner, 500, { id })]);
      expect(await readBlob(await store.results.find(id, owner, 100)), id).toBe('the same');
      await store.results.sweep(500);
    }
    expect(store.results.bytes).toBe(0);
    await store.close();
  });

  it('stores nothing when staging is aborted', async () => {
    const store = await open();
    const stop = new AbortController();
    function* endless(): Generator<Buffer> {
      for (let at = 0; ; at += 1) {
        if (at === 20) stop.abort(new Error('enough'));
        yield randomBytes(100_000);
      }
    }
    await expect(store.results.stage(endless(), stop.signal)).rejects.toThrow('enough');
    await store.results.sweep(0);
    expect(store.results.bytes).toBe(0);
    await store.close();
  });
});

describe('stored results as files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quern-results-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const open = () => openStore({ dataDir: folder, onIdleError: console.error });

  it('are files with mode 0600, removed when they are swept, discarded or opened once', async () => {
    const store = await open();
    const { results } = store;
    await results.save(await results.stage(oneChunk('kept')), owner, 100, { id: 'scr_file' });
    const once = await results.openOnce(await results.stage(oneChunk('read once')));
    await results.discard(await results.stage(oneChunk('discarded')));
    const files = filesBelow(join(folder, 'blobs'));
    expect(files).toHaveLength(1);
    expect(files.map((file) => statSync(file).mode & 0o777)).toEqual([0o600]);
    expect(statSync(join(folder, 'blobs')).mode & 0o777).toBe(0o700);
    expect(await readBlob(once)).toBe('read once');
    await results.sweep(100);
    expect(filesBelow(join(folder, 'blobs'))).toEqual([]);
    await store.close();
  });

  it('share one file between a result and an idempotent response with the same body', async () => {
    const store = await open();
    const { results } = store;
    await results.save(await results.stage(oneChunk('the same')), owner, 100, { id: 'scr_x' });
    await results.save(await results.stage(oneChunk('the same')), owner, 200);
    expect(filesBelow(join(folder, 'blobs'))).toHaveLength(1);
    await results.sweep(150);
    expect(filesBelow(join(folder, 'blobs'))).toHaveLength(1);
    await results.sweep(200);
    expect(filesBelow(join(folder, 'blobs'))).toEqual([]);
    await store.close();
  });
});
