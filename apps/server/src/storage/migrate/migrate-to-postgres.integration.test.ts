import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type TestPostgres } from '@quern/testing/postgres/start-postgres';
import { isMissing } from '@quern/testing/requirements';
import { startS3Server } from '@quern/testing/s3/start-s3-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAccount, liveNodeId, uniqueText } from '../fixtures/create-test-account.ts';
import { readBlob } from '../fixtures/read-blob.ts';
import { openStore } from '../open-store.ts';
import { migrateToPostgres } from './migrate-to-postgres.ts';

const onIdleError = (): void => undefined;

describe.skipIf(isMissing('postgres'))('migrateToPostgres (needs postgres and initdb)', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'quern-migration-'));
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('continues after an interruption, releases what was held, and goes on counting entries', async () => {
    const store = await openStore({ dataDir, onIdleError });
    await store.nodes.recordHeartbeat(liveNodeId, 1);
    const account = await createTestAccount(store, 50);
    const [charged, held] = [account.request(3), account.request(4)];
    for (const request of [charged, held]) await store.ledger.reserve(request);
    await store.ledger.settle({ reservationId: charged.reservationId, now: 500 });
    const { accountId, keyId } = account;
    const job = {
      ...{ id: uniqueText('job'), accountId, keyId, operation: 'ocr', priority: 'interactive' as const },
      ...{ requestId: 'req', metadata: { folder: 'a\u0000b' }, createdAt: 100 },
      input: { kind: 'inline' as const, body: '{"text":"a\\u0000b"}' },
    };
    await store.jobs.add([job]);
    await store.close();

    const databaseUrl = await server.createDatabase();
    const options = { dataDir, databaseUrl, isDryRun: false, now: () => 600 };
    const interrupted = migrateToPostgres({
      ...options,
      onProgress: (table) => {
        if (table === 'entries') throw new Error('interrupted');
      },
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    const { differences, figures } = await migrateToPostgres({ ...options, onProgress: () => undefined });
    expect(differences).toEqual([]);
    expect(figures).toContainEqual({ table: 'accounts', figure: 'available', source: 47, target: 47 });
    expect(figures).toContainEqual({ table: 'accounts', figure: 'held', source: 0, target: 0 });
    expect(figures).toContainEqual({ table: 'entries', figure: 'settle', source: 3, target: 3 });

    const migrated = await openStore({ dataDir, databaseUrl, onIdleError });
    try {
      await migrated.nodes.recordHeartbeat(liveNodeId, 1);
      expect(await migrated.accounts.find(accountId)).toMatchObject({ available: 47, held: 0 });
      expect(await migrated.jobs.find(job.id, accountId, 600)).toMatchObject({ ...job, status: 'queued' });
      const claim = {
        operation: 'ocr',
        priority: 'interactive',
        limit: 9,
        nodeId: liveNodeId,
        now: 700,
      } as const;
      expect(await migrated.jobs.claim(claim)).toMatchObject([{ id: job.id, attempt: 1 }]);
      const next = account.request(2);
      expect(await migrated.ledger.reserve(next)).toMatchObject({ kind: 'reserved', available: 45 });
    } finally {
      await migrated.close();
    }
  });

  it('copies blobs to a bucket, and not again those that it has', async () => {
    const s3 = await startS3Server();
    const folder = mkdtempSync(join(tmpdir(), 'quern-migration-'));
    const bucket = {
      ...{ url: s3.url, prefix: '', region: s3.region, redirectsDownloads: false },
      ...{ accessKey: s3.accessKey, secretKey: s3.secretKey },
    };
    const owner = { accountId: 'acc_a', operation: 'scrape' };
    const store = await openStore({ dataDir: folder, onIdleError });
    const staged = await store.results.stage([Buffer.from('a stored result')]);
    await store.results.save(staged, owner, 9e12, { id: 'scr_a' });
    await store.close();

    const databaseUrl = await server.createDatabase();
    const options = { dataDir: folder, databaseUrl, bucket, onProgress: () => undefined, now: () => 600 };
    await migrateToPostgres({ ...options, isDryRun: true });
    expect(s3.requests).toEqual([]);
    const interrupted = migrateToPostgres({
      ...options,
      isDryRun: false,
      onProgress: () => {
        throw new Error('interrupted');
      },
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    expect(s3.objects.size).toBe(1);
    s3.requests.length = 0;
    expect((await migrateToPostgres({ ...options, isDryRun: false })).differences).toEqual([]);
    expect(s3.requests.filter((request) => request.startsWith('PUT') && request.endsWith('.gz'))).toEqual([]);

    rmSync(join(folder, 'blobs'), { recursive: true });
    const migrated = await openStore({ dataDir: folder, databaseUrl, bucket, onIdleError });
    try {
      expect(await readBlob(await migrated.results.find('scr_a', owner, 600))).toBe('a stored result');
    } finally {
      await migrated.close();
      await s3.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
