import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { startPostgres, type TestPostgres } from '@quern/testing/postgres/start-postgres';
import { isMissing } from '@quern/testing/requirements';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenBlob } from './blobs/blob-store.ts';
import { migrationStatements, migrations } from './migrations.ts';
import { openStore, type Store } from './open-store.ts';

const onIdleError = (error: Error): void => console.error(error);
const owner = { accountId: 'acc_a', operation: 'scrape' };
const hour = 3_600_000;

async function contentOf(blob: OpenBlob | undefined): Promise<string | undefined> {
  return blob && text(blob.stream().pipe(createGunzip()));
}

function* oneChunk(content: string): Generator<Buffer> {
  yield Buffer.from(content);
}

/** Files of a folder and the folders below it, by their paths. */
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** What both databases promise. `folder` is the data folder. */
function storedResultsContract(open: (bytesMax?: number) => Promise<Store>): void {
  it('returns a result to its own account alone, until it expires', async () => {
    const store = await open();
    const body = '{"success":true,"data":{"é":"\u{1f600}"}}';
    await store.results.save(await store.results.stage(oneChunk(body)), owner, 100, 'scr_1');
    const read = async (accountId: string, operation: string, now: number) =>
      contentOf(await store.results.find('scr_1', { accountId, operation }, now));
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

  it('stores a body of many parts as it was', async () => {
    const store = await open();
    const parts = Array.from({ length: 40 }, () => randomBytes(100_000));
    const staged = await store.results.stage(parts);
    expect(staged.size).toBe(4_000_000);
    await store.results.save(staged, owner, hour, 'scr_many');
    const blob = await store.results.find('scr_many', owner, 0);
    expect(blob?.size).toBe(4_000_000);
    const read = blob?.stream().pipe(createGunzip());
    const back = Buffer.concat((await read?.toArray()) ?? []);
    expect(back.equals(Buffer.concat(parts))).toBe(true);
    await store.results.sweep(hour);
    await store.close();
  });

  it('removes what expires first, of the account that holds most, when it is over its size', async () => {
    const store = await open(100_000);
    const keep = async (accountId: string, id: string, expiresAt: number) => {
      const staged = await store.results.stage([randomBytes(20_000)]);
      await store.results.save(staged, { ...owner, accountId }, expiresAt, id);
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

  it('keeps a body that is added again while the earlier one expires', async () => {
    const store = await open();
    for (let round = 0; round < 20; round += 1) {
      await store.results.save(await store.results.stage(oneChunk('the same')), owner, 100);
      const again = await store.results.stage(oneChunk('the same'));
      const id = `scr_again${round}`;
      await Promise.all([store.results.sweep(100), store.results.save(again, owner, 500, id)]);
      expect(await contentOf(await store.results.find(id, owner, 100)), id).toBe('the same');
      await store.results.sweep(500);
    }
    expect(store.results.bytes).toBe(0);
    await store.close();
  });

  it('leaves nothing behind when staging is aborted', async () => {
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
}

describe('stored results in the data folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quern-results-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const open = (resultsBytesMax?: number) =>
    openStore({
      dataDir: folder,
      onIdleError,
      ...(resultsBytesMax === undefined ? {} : { resultsBytesMax }),
    });
  storedResultsContract(open);

  it('are private files, and gone from the disk when they were swept, discarded or read once', async () => {
    const store = await open();
    const { results } = store;
    await results.save(await results.stage(oneChunk('kept')), owner, 100, 'scr_file');
    const once = await results.openOnce(await results.stage(oneChunk('read once')));
    await results.discard(await results.stage(oneChunk('discarded')));
    const files = filesBelow(join(folder, 'blobs'));
    expect(files).toHaveLength(1);
    expect(files.map((file) => statSync(file).mode & 0o777)).toEqual([0o600]);
    expect(statSync(join(folder, 'blobs')).mode & 0o777).toBe(0o700);
    expect(await contentOf(once)).toBe('read once');
    await results.sweep(100);
    expect(filesBelow(join(folder, 'blobs'))).toEqual([]);
    await store.close();
  });

  it('share one file when an idempotent response is the same body', async () => {
    const store = await open();
    const { results } = store;
    await results.save(await results.stage(oneChunk('the same')), owner, 100, 'scr_x');
    await results.save(await results.stage(oneChunk('the same')), owner, 200);
    expect(filesBelow(join(folder, 'blobs'))).toHaveLength(1);
    await results.sweep(150);
    expect(filesBelow(join(folder, 'blobs'))).toHaveLength(1);
    await results.sweep(200);
    expect(filesBelow(join(folder, 'blobs'))).toEqual([]);
    await store.close();
  });
});

describe('results of a version that kept them in the database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quern-inline-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are moved out of it by the first start, and expire as before', async () => {
    const later = Date.now() + hour;
    const database = new DatabaseSync(join(folder, 'quern.sqlite'));
    for (const statement of migrationStatements(migrations[0] ?? '', 'sqlite')) database.exec(statement);
    database.exec('PRAGMA user_version = 1');
    const insertResult = database.prepare('INSERT INTO results VALUES (?, ?, ?, ?, ?)');
    insertResult.run('scr_live', 'acc_a', 'scrape', '{"markdown":"# Hi"}', later);
    insertResult.run('scr_expired', 'acc_a', 'scrape', '{}', 1);
    const insertKey = database.prepare('INSERT INTO idempotency VALUES (?, ?, ?, ?, ?, ?, ?)');
    const large = JSON.stringify({ text: 'x'.repeat(50_000) });
    insertKey.run('acc_a', 'scrape', 'large', 'f', 'res_1', large, later);
    insertKey.run('acc_a', 'scrape', 'small', 'f', 'res_2', '{"a":1}', later);
    database.close();

    for (const start of ['first', 'second']) {
      const store = await openStore({ dataDir: folder, onIdleError });
      const live = await store.results.find('scr_live', owner, Date.now());
      expect(await contentOf(live), start).toBe('{"success":true,"data":{"markdown":"# Hi"}}');
      expect(await store.results.find('scr_expired', owner, 0)).toBeUndefined();
      for (const key of ['large', 'small'])
        expect(await store.results.hasStoredResponse(owner, key, Date.now())).toBe(true);
      await store.close();
    }
    const moved = new DatabaseSync(join(folder, 'quern.sqlite'));
    expect(moved.prepare('SELECT COUNT(*) AS n FROM results_inline').get()).toEqual({ n: 0 });
    const rows = moved.prepare('SELECT idempotency_key, response, response_digest FROM idempotency').all();
    expect(rows).toEqual([
      { idempotency_key: 'large', response: null, response_digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { idempotency_key: 'small', response: '{"a":1}', response_digest: null },
    ]);
    moved.close();
  });
});

describe.skipIf(isMissing('postgres'))('stored results in PostgreSQL (needs postgres and initdb)', () => {
  let server: TestPostgres;
  let url = '';
  const folder = mkdtempSync(join(tmpdir(), 'quern-results-'));
  beforeAll(async () => {
    server = await startPostgres();
    url = await server.createDatabase();
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  storedResultsContract((resultsBytesMax) =>
    openStore({
      databaseUrl: url,
      dataDir: folder,
      onIdleError,
      ...(resultsBytesMax === undefined ? {} : { resultsBytesMax }),
    }),
  );
});
