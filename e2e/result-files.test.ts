import { createHash } from 'node:crypto';
import { createQuern, type QuernError } from '@quern/sdk';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ServiceError } from '../apps/server/src/errors/service-error.ts';
import { defineOperation } from '../apps/server/src/operations/define-operation.ts';
import { ResultFile } from '../apps/server/src/operations/result-file.ts';

const hourMs = 3_600_000;
/** A day, and an hour for steps of the clock. */
const retentionMs = 25 * hourMs;
const authorization = `Bearer ${testApiKey}`;

/** Returns a file with the given content. */
const print = defineOperation({
  name: 'print',
  title: 'print',
  description: 'print',
  consumes: ['application/json'],
  input: z.object({
    content: z.string(),
    name: z.string().default('page.bin'),
    repeat: z.int().default(1),
    fail: z.boolean().default(false),
  }),
  primaryInput: 'content',
  output: z.object({}),
  examples: [{ input: { content: '' }, output: {} }],
  timeLimitMs: 600_000,
  price: { minimum: 1, label: '1', compute: () => 1 },
  run: async ({ input: { content, name, repeat, fail } }) => {
    if (fail) throw new ServiceError('unreadable_document', 'it cannot be printed');
    return { copy: new ResultFile(name, 'application/pdf', Buffer.from(content.repeat(repeat))) };
  },
});

interface StoredFile {
  readonly url: string;
  readonly type: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly expiresAt: number;
}
type Printed = { readonly data: { readonly copy: StoredFile } };

let service: TestService;
beforeAll(async () => {
  // Only dates are faked: they stand still.
  vi.useFakeTimers({ toFake: ['Date'] });
  service = await startTestService({ QUERN_RATE_LIMIT: 'off' }, { operations: [print] });
});
afterAll(async () => {
  vi.useRealTimers();
  await service.stop();
});

const get = (path: string, init: RequestInit = {}) =>
  fetch(`${service.url}${path}`, { ...init, headers: { authorization, ...init.headers } });

async function printFile(input: object, headers: Record<string, string> = {}): Promise<StoredFile> {
  const response = await service.post('print', input, headers);
  expect(response.status).toBe(200);
  return ((await response.json()) as Printed).data.copy;
}

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Credits of the account. */
async function balance(): Promise<number> {
  const response = await service.post('print', { content: 'x' }, { 'x-dry-run': 'true' });
  return ((await response.json()) as { data: { balance: number } }).data.balance;
}

/** Creates another account with a key. */
async function createAccount(): Promise<string> {
  const created = await service.adminRequest('POST', '/accounts', { name: 'other', credits: 5 });
  const { account } = (await created.json()) as { account: { id: string } };
  const issued = await service.adminRequest('POST', '/keys', { accountId: account.id, name: 'other' });
  return ((await issued.json()) as { key: { key: string } }).key.key;
}

describe('a file of a result', () => {
  it('is described in the result and downloaded with its headers', async () => {
    const content = 'Ünïcode and \0 bytes. ';
    const bytes = Buffer.from(content.repeat(20_000));
    const file = await printFile({ content, name: 'Größe.pdf', repeat: 20_000 });
    expect(file).toEqual({
      url: expect.stringMatching(/^\/v0\/files\/file_[0-9A-Za-z]{22}$/),
      type: 'application/pdf',
      bytes: bytes.length,
      sha256: sha256(bytes),
      expiresAt: Date.now() + retentionMs, // clock: faked
    });
    const response = await get(file.url);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="Gr__e.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf`,
      etag: `"${file.sha256}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private',
      'x-credits-used': '0',
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('is not sent for HEAD, nor to a client that has it', async () => {
    const file = await printFile({ content: 'once' });
    const head = await get(file.url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '4', '']);
    expect(head.headers.get('content-type')).toBe('application/pdf');
    for (const tag of [`"${file.sha256}"`, `"other", W/"${file.sha256}"`, '*']) {
      const known = await get(file.url, { headers: { 'if-none-match': tag } });
      expect([known.status, known.headers.get('etag')]).toEqual([304, `"${file.sha256}"`]);
      expect(await known.text()).toBe('');
    }
    const changed = await get(file.url, { headers: { 'if-none-match': '"other"' } });
    expect([changed.status, await changed.text()]).toEqual([200, 'once']);
  });

  it('is sent to keys of its account only', async () => {
    const file = await printFile({ content: 'secret of one account' });
    const foreign = await get(file.url, { headers: { authorization: `Bearer ${await createAccount()}` } });
    const body = await foreign.text();
    expect([foreign.status, JSON.parse(body)]).toMatchObject([404, { code: 'not_found' }]);
    expect(body).not.toContain('secret');
    expect((await fetch(`${service.url}${file.url}`)).status).toBe(401);
    expect((await get(file.url)).status).toBe(200);
    for (const id of ['file_0', 'x', '%00', '..%2f..', file.url.slice(-22)]) {
      expect((await get(`/v0/files/${id}`)).status).toBe(404);
    }
  });

  it('is empty if its content is', async () => {
    const file = await printFile({ content: '' });
    expect(file).toMatchObject({ bytes: 0, sha256: sha256('') });
    const response = await get(file.url);
    expect([response.headers.get('content-length'), await response.text()]).toEqual(['0', '']);
  });

  it('is stored once for requests with the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'print-once' };
    const before = await balance();
    const first = await printFile({ content: 'same' }, headers);
    expect(await printFile({ content: 'same' }, headers)).toEqual(first);
    expect(await balance()).toBe(before - 1);
    expect(await (await get(first.url)).text()).toBe('same');
    // Another request has its own file, although the content is the same.
    expect((await printFile({ content: 'same' })).url).not.toBe(first.url);
  });

  it('belongs to the result of a job and of a batch', async () => {
    const quern = createQuern({ baseUrl: service.url, apiKey: testApiKey });
    const descriptor = { ...(await import('@quern/sdk')).operations.sentiment, name: 'print' };
    const { data: submitted } = await quern.jobs.submit(descriptor, { content: 'of a job' });
    const job = await quern.jobs.wait<Printed['data']>(submitted.id);
    const file = job.data?.copy;
    expect(file?.expiresAt).toBe(job.expiresAt);
    expect(Buffer.from(await quern.files.get(file?.url ?? '')).toString()).toBe('of a job');
    const created = await fetch(`${service.url}/v0/batches`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ operation: 'print', requests: [{ input: { content: 'of a batch' } }] }),
    });
    const batch = (await created.json()) as { data: { id: string } };
    const lines = await (await get(`/v0/batches/${batch.data.id}/results?follow=true`)).text();
    const result = JSON.parse(lines.trim()) as Printed;
    expect(await (await get(result.data.copy.url)).text()).toBe('of a batch');
  });

  it('is downloaded by the SDK by its URL or its id', async () => {
    const quern = createQuern({ baseUrl: service.url, apiKey: testApiKey });
    const file = await printFile({ content: 'for the SDK' });
    for (const name of [file.url, file.url.replace('/v0/files/', '')]) {
      expect(Buffer.from(await quern.files.get(name)).toString()).toBe('for the SDK');
    }
    const missing = await quern.files.get('file_missing').catch((error: unknown) => error as QuernError);
    expect(missing).toMatchObject({ code: 'not_found', status: 404 });
    expect(await quern.files.get('..').catch((error: unknown) => error)).toMatchObject({
      code: 'invalid_input',
    });
  });

  it('is neither stored nor charged if the operation fails or the file is too large', async () => {
    const [before, bytes] = [await balance(), await service.metric('quern_stored_results_bytes')];
    const failed = await service.post('print', { content: 'x', fail: true });
    expect([failed.status, await failed.json()]).toMatchObject([400, { code: 'unreadable_document' }]);
    const large = await service.post('print', { content: 'x'.repeat(1024), repeat: 64 * 1024 + 1 });
    expect(await large.json()).toMatchObject({ code: 'result_too_large' });
    const priced = await service.post('print', { content: 'x' }, { 'x-dry-run': 'true' });
    expect(await priced.json()).toMatchObject({ data: { dryRun: true, price: 1 } });
    expect(await balance()).toBe(before);
    expect(await service.metric('quern_stored_results_bytes')).toBe(bytes);
  });

  it('is not found once it has expired', async () => {
    const file = await printFile({ content: 'short-lived' });
    vi.setSystemTime(file.expiresAt - 1);
    expect((await get(file.url)).status).toBe(200);
    vi.setSystemTime(file.expiresAt);
    expect((await get(file.url)).status).toBe(404);
  });
});
