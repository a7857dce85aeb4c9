import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { migrations } from './driver/migrations.ts';
import { migrationStatements } from './driver/pending-migrations.ts';
import { readBlob } from './fixtures/read-blob.ts';
import { openStore } from './open-store.ts';

const onIdleError = (error: Error): void => console.error(error);
const owner = { accountId: 'acc_a', operation: 'scrape' };
const hour = 3_600_000;

describe('results of a version that stored them in the database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quern-inline-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are moved to the blob store by the first start, and expire as before', async () => {
    // clock: an hour from now, which no machine takes.
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
      const live = await store.results.find('scr_live', owner, later - 1);
      expect(await readBlob(live), start).toBe('{"success":true,"data":{"markdown":"# Hi"}}');
      expect(await store.results.find('scr_expired', owner, 0)).toBeUndefined();
      for (const key of ['large', 'small'])
        expect(await store.results.hasStoredResponse(owner, key, later - 1)).toBe(true);
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
