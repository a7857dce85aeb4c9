import { once } from 'node:events';
import { connect } from 'node:net';
import { waitFor } from '@quern/testing/clock/wait-for';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineOperation } from '../apps/server/src/operations/define-operation.ts';

interface BatchData {
  readonly id: string;
  readonly operation: string;
  readonly status: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly metadata: Readonly<Record<string, string>>;
  readonly finishedAt: number | null;
  readonly expiresAt: number | null;
  readonly usage: number;
}

interface BatchLine {
  readonly cursor: number;
  readonly index: number;
  readonly customId: string | null;
  readonly status: string;
  readonly usage: number;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: string; readonly error: string };
}

/** The runs of `hold` that wait. */
const held = new Set<() => void>();

/** Returns its text; waits first if it is `hold`, and returns much if it is `large`. */
const hold = defineOperation({
  name: 'hold',
  title: 'hold',
  description: 'hold',
  consumes: ['application/json'],
  input: z.object({ text: z.string().min(1) }),
  output: z.object({}),
  examples: [{ input: {}, output: {} }],
  timeLimitMs: 600_000,
  price: { minimum: 1, label: '1', compute: () => 1 },
  run: async ({ input: { text }, signal }) => {
    if (text === 'hold') {
      await new Promise<void>((resolve, reject) => {
        held.add(resolve);
        signal.addEventListener('abort', () => {
          held.delete(resolve);
          reject(signal.reason);
        });
      });
    }
    return { text: text === 'large' ? 'x'.repeat(400_000) : text };
  },
});

describe('batches', () => {
  const authorization = `Bearer ${testApiKey}`;
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ QUERN_CHROMIUM: 'off' }, { operations: [hold] });
  }, 60_000);
  afterAll(() => service.stop());

  const request = (path: string, method = 'GET', key = testApiKey) =>
    fetch(`${service.url}/v0/batches/${path}`, { method, headers: { authorization: `Bearer ${key}` } });

  const sendLines = (lines: string, query = '?operation=hold') =>
    fetch(`${service.url}/v0/batches${query}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/x-ndjson' },
      body: lines,
    });

  const read = async <Data>(response: Response | Promise<Response>): Promise<Data> =>
    ((await (await response).json()) as { data: Data }).data;

  const create = async (texts: readonly string[], metadata = {}): Promise<string> => {
    const requests = texts.map((text, index) => ({ customId: `id ${index}`, input: { text } }));
    const response = await service.post('batches', { operation: 'hold', requests, metadata });
    expect(response.status).toBe(202);
    return (await read<BatchData>(response)).id;
  };

  const readLines = async (id: string, query = ''): Promise<BatchLine[]> => {
    const response = await request(`${id}/results${query}`);
    expect(response.headers.get('content-type')).toMatch(/^application\/x-ndjson/);
    const text = await response.text();
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as BatchLine]));
  };

  const balance = async (): Promise<number> => {
    const response = await service.post('hold', { text: 'a' }, { 'x-dry-run': 'true' });
    return (await read<{ balance: number }>(response)).balance;
  };

  const release = (): void => {
    for (const resume of held) resume();
    held.clear();
  };

  it('runs its requests, returns a line for each, and charges those that succeed', async () => {
    const before = await balance();
    const requests = [
      { customId: 'first', input: { text: 'a' } },
      { input: { text: '' } },
      { customId: 'ü', input: { text: 'large' } },
    ];
    const metadata = { suite: 'ü' };
    const response = await service.post('batches', { operation: 'hold', requests, metadata });
    expect(response.status).toBe(202);
    const { id, status, counts } = await read<BatchData>(response);
    expect([status, counts['total']]).toEqual(['running', 3]);
    const lines = await readLines(id, '?follow=true');
    expect(lines.map(({ cursor }) => cursor)).toEqual([1, 2, 3]);
    const byIndex = lines.toSorted((left, right) => left.index - right.index);
    expect(byIndex).toMatchObject([
      { index: 0, customId: 'first', status: 'succeeded', usage: 1, data: { text: 'a', usage: 1 } },
      { index: 1, customId: null, status: 'failed', usage: 0, error: { code: 'invalid_parameters' } },
      { index: 2, customId: 'ü', status: 'succeeded', usage: 1, data: { text: 'x'.repeat(400_000) } },
    ]);
    const batch = await read<BatchData>(request(id));
    expect(batch).toMatchObject({
      operation: 'hold',
      status: 'ended',
      metadata,
      usage: 2,
      counts: { total: 3, queued: 0, running: 0, succeeded: 2, failed: 1, canceled: 0 },
    });
    expect(batch.expiresAt).toBeGreaterThan(batch.finishedAt ?? Number.POSITIVE_INFINITY);
    expect(await balance()).toBe(before - 2);
    expect(await readLines(id, '?cursor=1&limit=1')).toEqual([lines[1]]);
    expect(await readLines(id, '?cursor=3')).toEqual([]);
  });

  it('runs 3,000 requests that are sent as lines', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) =>
      JSON.stringify({ input: { text: `t${index}` } }),
    );
    const response = await sendLines(lines.join('\r\n'), '?operation=hold&metadata[kind]=lines');
    expect(response.status).toBe(202);
    const { id, counts, metadata } = await read<BatchData>(response);
    expect([counts['total'], metadata]).toEqual([3000, { kind: 'lines' }]);
    const results = await readLines(id, '?follow=true');
    expect(results.map(({ cursor }) => cursor)).toEqual(lines.map((_, index) => index + 1));
    const texts = results.map(({ index, data }) => [index, data?.['text']] as const);
    expect(new Map(texts)).toEqual(new Map(lines.map((_, index) => [index, `t${index}`])));
  });

  it('returns results while others run, and stops them when it is canceled', async () => {
    const before = await balance();
    const id = await create(['a', 'hold', 'hold', 'b']);
    await waitFor(() => expect(held.size).toBe(2));
    await waitFor(async () => expect(await readLines(id)).toHaveLength(2));
    const following = readLines(id, '?follow=true');
    const canceled = await request(id, 'DELETE');
    expect([canceled.status, await read(canceled)]).toMatchObject([
      200,
      { status: 'canceled', counts: { running: 0, succeeded: 2, canceled: 2 } },
    ]);
    await waitFor(() => expect(held.size).toBe(0));
    expect((await following).map(({ status }) => status).sort()).toEqual([
      'canceled',
      'canceled',
      'succeeded',
      'succeeded',
    ]);
    const again = await request(id, 'DELETE');
    expect([again.status, await again.json()]).toMatchObject([409, { code: 'job_ended' }]);
    expect(await balance()).toBe(before - 2);
  });

  it('lists batches, the newest first, page by page', async () => {
    const ids = [];
    for (const text of ['a', 'b', 'c']) ids.push(await create([text]));
    const seen: string[] = [];
    let cursor = '';
    do {
      const { batches, nextCursor } = await read<{ batches: BatchData[]; nextCursor: string | null }>(
        fetch(`${service.url}/v0/batches?limit=2${cursor}`, { headers: { authorization } }),
      );
      seen.push(...batches.map(({ id }) => id));
      cursor = nextCursor === null ? '' : `&cursor=${nextCursor}`;
    } while (cursor !== '');
    // Those of one millisecond are in the order of their random ids.
    expect(seen.slice(0, 3).sort()).toEqual(ids.sort());
    expect(new Set(seen).size).toBe(seen.length);
    const malformed = await fetch(`${service.url}/v0/batches?cursor=x`, { headers: { authorization } });
    expect(malformed.status).toBe(400);
  });

  it('lets single jobs start before its requests', async () => {
    const id = await create(Array.from({ length: 100 }, () => 'hold'));
    await waitFor(() => expect(held.size).toBe(64));
    const job = await read<{ id: string }>(
      service.post('hold', { text: 'job' }, { prefer: 'respond-async' }),
    );
    const [resume] = held;
    if (resume) held.delete(resume);
    resume?.();
    await waitFor(async () => {
      const { data } = (await (
        await fetch(`${service.url}/v0/jobs/${job.id}`, { headers: { authorization } })
      ).json()) as {
        data: { status: string };
      };
      expect(data.status).toBe('succeeded');
    });
    expect((await read<BatchData>(request(id))).counts['queued']).toBeGreaterThan(0);
    await request(id, 'DELETE');
    release();
  });

  it.each([
    [
      'an unknown operation',
      { operation: 'none', requests: [{ input: { text: 'a' } }] },
      'invalid_parameters',
    ],
    ['no requests', { operation: 'hold', requests: [] }, 'invalid_parameters'],
    ['no operation', { requests: [{ input: {} }] }, 'invalid_parameters'],
    ['a request that is not an object', { operation: 'hold', requests: ['a'] }, 'invalid_parameters'],
    [
      'an input that is not an object',
      { operation: 'hold', requests: [{ input: 'a' }] },
      'invalid_parameters',
    ],
    ['an unknown field', { operation: 'hold', requests: [{ input: {}, id: 1 }] }, 'invalid_parameters'],
    [
      'more than 1,000 requests',
      { operation: 'hold', requests: Array.from({ length: 1001 }, () => ({ input: {} })) },
      'invalid_parameters',
    ],
  ])('rejects %s', async (_, body, code) => {
    const response = await service.post('batches', body);
    expect([response.status, await response.json()]).toMatchObject([400, { code }]);
  });

  it('rejects malformed lines with their number, and lines without an operation', async () => {
    const invalid = await sendLines('{"input":{"text":"a"}}\n{"input":');
    expect([invalid.status, await invalid.json()]).toMatchObject([
      400,
      { code: 'invalid_json', error: expect.stringMatching(/^line 2: /) },
    ]);
    const wrong = await sendLines('{"input":{"text":"a"}}\n{"inputs":{}}');
    expect([wrong.status, await wrong.json()]).toMatchObject([
      400,
      { code: 'invalid_parameters', error: expect.stringMatching(/^request 1: /) },
    ]);
    expect((await sendLines('{"input":{}}', '')).status).toBe(400);
    expect((await sendLines('')).status).toBe(400);
    const text = await fetch(`${service.url}/v0/batches`, {
      method: 'POST',
      headers: { authorization },
      body: 'a',
    });
    expect(text.status).toBe(415);
  });

  it('leaves nothing of a body that ends early', async () => {
    const before = await balance();
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const lines = `${JSON.stringify({ input: { text: 'early' } })}\n`.repeat(500);
    socket.write(
      `POST /v0/batches?operation=hold HTTP/1.1\r\nhost: quern\r\nauthorization: ${authorization}\r\ncontent-type: application/x-ndjson\r\ncontent-length: 1000000\r\n\r\n${lines}`,
    );
    const from = service.logLines.length;
    await waitFor(() => expect(socket.bytesWritten).toBeGreaterThan(lines.length));
    socket.destroy();
    await service.untilLogged('"operation":"batches","status":499', from);
    await waitFor(async () => expect(await service.metric('quern_work_running{operation="hold"}')).toBe(0));
    expect(await balance()).toBe(before);
  });

  it('hides batches from other accounts and from keys without the scope', async () => {
    const id = await create(['a']);
    const other = (await (await service.adminRequest('POST', '/accounts', { name: 'other' })).json()) as {
      account: { id: string };
    };
    const key = { accountId: other.account.id, name: 'foreign', scopes: ['*'] };
    const created = (await (await service.adminRequest('POST', '/keys', key)).json()) as {
      key: { key: string };
    };
    for (const path of [id, `${id}/results`])
      expect((await request(path, 'GET', created.key.key)).status).toBe(404);
    expect((await request(id, 'DELETE', created.key.key)).status).toBe(404);
    expect((await request('bat_unknown')).status).toBe(404);
    expect((await request(`${id}/results?cursor=x`)).status).toBe(400);
  });
});
