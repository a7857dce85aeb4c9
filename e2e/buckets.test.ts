import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type TestPostgres } from '@quern/testing/postgres/start-postgres';
import { isMissing } from '@quern/testing/requirements';
import { startS3Server, type TestS3Server } from '@quern/testing/s3/start-s3-server';
import { instantOperation } from '@quern/testing/service/instant-operation';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineOperation } from '../apps/server/src/operations/define-operation.ts';
import { ResultFile } from '../apps/server/src/operations/result-file.ts';

const authorization = `Bearer ${testApiKey}`;

/** Returns its text as a file. */
const print = defineOperation({
  name: 'print',
  title: 'print',
  description: 'print',
  consumes: ['application/json'],
  input: z.object({ text: z.string() }),
  primaryInput: 'text',
  output: z.object({}),
  examples: [{ input: { text: '' }, output: {} }],
  timeLimitMs: 600_000,
  price: { minimum: 1, label: '1', compute: () => 1 },
  run: async ({ input: { text } }) => ({ copy: new ResultFile('copy.txt', 'text/plain', Buffer.from(text)) }),
});

let s3: TestS3Server;
let dataDir: string;
beforeAll(async () => {
  s3 = await startS3Server();
  dataDir = mkdtempSync(join(tmpdir(), 'quern-buckets-'));
});
afterEach(() => {
  s3.fault = undefined;
});
afterAll(async () => {
  await s3.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = (settings: Record<string, string> = {}): Promise<TestService> =>
  startTestService(
    {
      QUERN_BLOB_URL: `${s3.url}/nodes?region=${s3.region}`,
      QUERN_BLOB_ACCESS_KEY: s3.accessKey,
      QUERN_BLOB_SECRET_KEY: s3.secretKey,
      QUERN_DRAIN_TIME: '1s',
      ...settings,
    },
    { operations: [print, instantOperation] },
  );

const get = (service: TestService, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${service.url}${path}`, { ...init, headers: { authorization, ...init.headers } });

async function printOn(service: TestService, text: string): Promise<string> {
  const response = await service.post('print', { text });
  expect(response.status).toBe(200);
  const { data } = (await response.json()) as { data: { copy: { url: string } } };
  return data.copy.url;
}

const blobFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.gz'));

describe('a node with a bucket', () => {
  it('stores files and the inputs of jobs in it, and none in the data folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quern-bucket-'));
    const service = await start({ QUERN_DATA_DIR: folder });
    const url = await printOn(service, 'a file in a bucket');
    expect(await (await get(service, url)).text()).toBe('a file in a bucket');
    const before = s3.objects.size;
    const text = 'long '.repeat(10_000);
    const created = await service.post('instant', { text }, { prefer: 'respond-async' });
    expect(created.status).toBe(202);
    const { data: job } = (await created.json()) as { data: { id: string } };
    expect(s3.objects.size).toBeGreaterThan(before);
    const status = async (): Promise<unknown> => {
      const response = await get(service, `/v0/jobs/${job.id}`);
      return ((await response.json()) as { data: { status: string } }).data.status;
    };
    await expect.poll(status, { timeout: 20_000 }).toBe('succeeded');
    expect([...s3.objects.keys()].every((key) => key.startsWith('nodes/'))).toBe(true);
    expect(blobFiles(folder)).toEqual([]);
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('returns 404 for a file whose object was removed', async () => {
    const service = await start();
    const url = await printOn(service, 'a file that is removed');
    (s3.objects as Map<string, unknown>).clear();
    expect((await get(service, url)).status).toBe(404);
    await service.stop();
  });

  it('returns what was stored before the bucket was set', async () => {
    const earlier = await start({ QUERN_DATA_DIR: dataDir, QUERN_BLOB_URL: '' });
    const url = await printOn(earlier, 'a file of the data folder');
    await earlier.drain();
    const service = await start({ QUERN_DATA_DIR: dataDir });
    expect(await (await get(service, url)).text()).toBe('a file of the data folder');
    await service.drain();
  });

  it('is not started with a bucket that cannot be used', async () => {
    await expect(start({ QUERN_BLOB_SECRET_KEY: 'another-secret' })).rejects.toThrow(
      /^QUERN_BLOB_URL: .*403 SignatureDoesNotMatch/,
    );
  });
});

describe('a bucket that is away', () => {
  it('makes requests that store results return 503, without a charge, and others succeed', async () => {
    const service = await start();
    const remaining = async (): Promise<number> => {
      const response = await service.post('instant', { text: 'a' });
      expect(response.status).toBe(200);
      return Number(response.headers.get('x-credits-remaining'));
    };
    const credits = await remaining();
    s3.fault = () => ({ kind: 'error', status: 503, code: 'SlowDown' });
    const response = await service.post('print', { text: 'away' });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('2');
    expect(await response.json()).toMatchObject({
      code: 'overloaded',
      error: expect.stringContaining('object store'),
    });
    expect(await remaining()).toBe(credits - 1);
    const readiness = async (): Promise<unknown> => (await fetch(`${service.url}/readyz`)).json();
    expect(await readiness()).toMatchObject({ status: 'ok', checks: { bucket: 'failed' } });
    s3.fault = undefined;
    expect(await readiness()).toMatchObject({ checks: { bucket: 'ok' } });
    await printOn(service, 'back');
    await service.stop();
  });
});

describe('a job that stores its result while the bucket is away', () => {
  it('waits for it, and is charged once', async () => {
    const service = await start();
    s3.fault = () => ({ kind: 'error', status: 503, code: 'SlowDown' });
    const created = await service.post('print', { text: 'later' }, { prefer: 'respond-async' });
    const { data } = (await created.json()) as { data: { id: string } };
    const readJob = async (): Promise<unknown> =>
      ((await (await get(service, `/v0/jobs/${data.id}`)).json()) as { data: unknown }).data;
    await expect
      .poll(readJob, { timeout: 20_000 })
      .toMatchObject({ status: 'running', progress: { message: expect.stringContaining('storage') } });
    s3.fault = undefined;
    await expect
      .poll(readJob, { timeout: 20_000 })
      .toMatchObject({ status: 'succeeded', usage: 1, progress: { message: null } });
    await service.stop();
  });
});

describe('QUERN_BLOB_REDIRECT=1', () => {
  it('redirects clients that accept gzip to the object, and sends the file to others', async () => {
    const service = await start({ QUERN_BLOB_REDIRECT: '1' });
    const url = await printOn(service, 'a redirected file');
    const redirect = await get(service, url, { redirect: 'manual' });
    expect([redirect.status, redirect.headers.get('cache-control')]).toEqual([307, 'no-store']);
    expect(redirect.headers.get('location')).toMatch(/X-Amz-Expires=300&.*X-Amz-Signature=/);
    const followed = await get(service, url);
    expect(followed.redirected).toBe(true);
    expect(followed.headers.get('content-disposition')).toContain('copy.txt');
    expect(await followed.text()).toBe('a redirected file');
    const identity = await get(service, url, {
      headers: { 'accept-encoding': 'identity' },
      redirect: 'manual',
    });
    expect([identity.status, await identity.text()]).toEqual([200, 'a redirected file']);
    expect((await get(service, url, { method: 'HEAD', redirect: 'manual' })).status).toBe(200);
    const unknown = await get(service, '/v0/files/file_00000000000000000000', { redirect: 'manual' });
    expect(unknown.status).toBe(404);
    await service.stop();
  });
});

describe.skipIf(isMissing('postgres'))(
  'nodes on PostgreSQL with a bucket (needs postgres and initdb)',
  () => {
    let server: TestPostgres;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(() => server.stop());

    it('share files', async () => {
      const DATABASE_URL = await server.createDatabase();
      const [one, other] = [await start({ DATABASE_URL }), await start({ DATABASE_URL })];
      const url = await printOn(one, 'a shared file');
      expect(await (await get(other, url)).text()).toBe('a shared file');
      await Promise.all([one.stop(), other.stop()]);
    });
  },
);
