import { randomBytes } from 'node:crypto';
import { waitFor } from '@quern/testing/clock/wait-for';
import { drawScannedPage } from '@quern/testing/documents/draw-scanned-page';
import { makeScannedPdf } from '@quern/testing/documents/make-scanned-pdf';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineOperation } from '../apps/server/src/operations/define-operation.ts';
import { operations } from '../apps/server/src/operations/registry.ts';

interface JobData {
  readonly id: string;
  readonly operation: string;
  readonly status: string;
  readonly progress: { readonly fraction: number; readonly message: string | null };
  readonly metadata: Readonly<Record<string, string>>;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly expiresAt: number | null;
  readonly usage: number;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: string; readonly error: string; readonly status: number };
}

interface Page {
  readonly jobs: readonly JobData[];
  readonly nextCursor: string | null;
}

/** The runs of `hold` that wait, by the text of their input. */
const held = new Map<string, () => void>();

/** Publishes a page, and waits before the second one. */
const holdPages = defineOperation({
  name: 'hold-pages',
  title: 'hold-pages',
  description: 'hold-pages',
  consumes: ['application/json'],
  input: z.object({}),
  output: z.object({}),
  examples: [{ input: {}, output: {} }],
  timeLimitMs: 600_000,
  price: { minimum: 1, label: '1', compute: () => 1 },
  run: async ({ publishPage }) => {
    publishPage?.({ page: 7, format: 'markdown', content: '# Seven\n' });
    await new Promise<void>((resolve) => {
      held.set('pages', resolve);
    });
    publishPage?.({ page: 8, format: 'markdown', content: 'Eight' });
    return {};
  },
});

/** Waits until the test releases it, or it is aborted; reports its progress. */
const hold = defineOperation({
  name: 'hold',
  title: 'hold',
  description: 'hold',
  consumes: ['application/json'],
  input: z.object({ text: z.string(), size: z.int().default(0) }),
  output: z.object({}),
  examples: [{ input: {}, output: {} }],
  timeLimitMs: 600_000,
  price: { minimum: 2, label: '2', compute: () => 2 },
  run: async ({ input: { text, size }, signal, progress }) => {
    progress(0.5, 'half of it');
    if (text.startsWith('hold')) {
      await new Promise<void>((resolve, reject) => {
        held.set(text, resolve);
        signal.addEventListener('abort', () => {
          held.delete(text);
          reject(signal.reason);
        });
      });
    }
    if (text === 'fail') throw new Error('a bug');
    return { text, noise: randomBytes(size).toString('base64') };
  },
});

describe('jobs', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(
      { QUERN_CHROMIUM: 'off' },
      { operations: [...operations, hold, holdPages] },
    );
  }, 60_000);
  afterAll(() => service.stop());

  const submit = (operation: string, body: unknown, headers: Record<string, string> = {}, query = '') =>
    service.post(`${operation}${query}`, body, { prefer: 'respond-async', ...headers });

  const request = (path: string, method = 'GET', key = testApiKey) =>
    fetch(`${service.url}/v0/jobs${path}`, { method, headers: { authorization: `Bearer ${key}` } });

  const read = async <Data>(response: Response | Promise<Response>): Promise<Data> =>
    ((await (await response).json()) as { data: Data }).data;

  const add = async (operation: string, body: unknown, headers: Record<string, string> = {}, query = '') =>
    (await read<JobData>(submit(operation, body, headers, query))).id;

  /** Waits until a job has a status. */
  const reaches = async (id: string, status: string, key = testApiKey): Promise<JobData> => {
    let job: JobData | undefined;
    await waitFor(async () => {
      job = await read<JobData>(request(`/${id}`, 'GET', key));
      expect(job.status).toBe(status);
    });
    if (job === undefined) throw new Error('unreachable');
    return job;
  };

  const createKey = async (key: object): Promise<string> => {
    const accountId = await service.bootstrapAccountId();
    const response = await service.adminRequest('POST', '/keys', { accountId, ...key });
    return ((await response.json()) as { key: { key: string } }).key.key;
  };

  it('returns 202 with a queued job, which then has the result and the price of the synchronous response', async () => {
    const body = { text: 'Ada Lovelace paid €1,200.50 in London on 10 December 2025.' };
    const synchronous = await read(service.post('extract-entities', body));
    const before = await service.balance();
    const response = await submit('extract-entities', body);
    expect(response.status).toBe(202);
    expect(response.headers.get('preference-applied')).toBe('respond-async');
    expect(response.headers.get('x-credits-used')).toBe('0');
    const { id, status, operation } = await read<JobData>(response);
    expect(response.headers.get('location')).toBe(`/v0/jobs/${id}`);
    expect([status, operation]).toEqual(['queued', 'extract-entities']);
    const job = await reaches(id, 'succeeded');
    expect(job.data).toEqual(synchronous);
    expect(job).toMatchObject({ usage: 1, progress: { fraction: 1 } });
    expect(job.error).toBeUndefined();
    expect(job.expiresAt).toBeGreaterThan(job.finishedAt ?? Number.POSITIVE_INFINITY);
    expect(await service.balance()).toBe(before - 1);
  });

  it('runs an uploaded file', async () => {
    const text = 'The old mill by the river grinds the grain of the village. '.repeat(700);
    const form = () => {
      const body = new FormData();
      body.append('file', new File([text], 'mill.txt'));
      body.append('maxLength', '120');
      return body;
    };
    const send = (headers: Record<string, string>) =>
      fetch(`${service.url}/v0/summarize`, {
        method: 'POST',
        headers: { authorization: `Bearer ${testApiKey}`, ...headers },
        body: form(),
      });
    const synchronous = await read(send({}));
    const { id } = await read<JobData>(send({ prefer: 'respond-async' }));
    expect((await reaches(id, 'succeeded')).data).toEqual(synchronous);
  });

  it('streams a large result inside the job', async () => {
    const id = await add('hold', { text: 'large', size: 1_500_000 });
    const { data } = await reaches(id, 'succeeded');
    expect(String(data?.['noise'])).toHaveLength(2_000_000);
    expect(data?.['usage']).toBe(2);
  });

  it('fails with the error of the synchronous response, free of charge', async () => {
    const before = await service.balance();
    const body = { url: 'http://127.0.0.1:1/' };
    const response = await service.post('scrape', body);
    const { code } = (await response.json()) as { code: string };
    const id = await add('scrape', body);
    const { error, usage, data } = await reaches(id, 'failed');
    expect(error).toMatchObject({ code, status: response.status });
    expect([usage, data]).toEqual([0, undefined]);
    expect(await service.balance()).toBe(before);
  });

  it('rejects an invalid input, and a balance below the price, before there is a job', async () => {
    expect((await submit('extract-entities', { text: '' })).status).toBe(400);
    expect((await submit('hold', { text: 'a' }, {}, '?metadata[a]=1&metadata[a]=2')).status).toBe(400);
    const poor = await createKey({ name: 'poor', scopes: ['*'], budget: 1 });
    const response = await submit('hold', { text: 'a' }, { authorization: `Bearer ${poor}` });
    expect([response.status, await response.json()]).toMatchObject([402, { code: 'key_budget_exceeded' }]);
  });

  it('returns only the price for a dry run', async () => {
    const response = await submit('hold', { text: 'a' }, { 'x-dry-run': 'true' });
    expect([response.status, await read(response)]).toMatchObject([200, { dryRun: true, price: 2 }]);
  });

  it('shows progress, and stops a canceled job without a charge', async () => {
    const before = await service.balance();
    const id = await add('hold', { text: 'hold canceled' });
    await waitFor(async () =>
      expect(await read(request(`/${id}`))).toMatchObject({
        status: 'running',
        progress: { fraction: 0.5, message: 'half of it' },
      }),
    );
    const canceled = await request(`/${id}`, 'DELETE');
    expect([canceled.status, await read(canceled)]).toMatchObject([
      200,
      { id, status: 'canceled', usage: 0 },
    ]);
    await waitFor(() => expect(held.has('hold canceled')).toBe(false));
    const again = await request(`/${id}`, 'DELETE');
    expect([again.status, await again.json()]).toMatchObject([409, { code: 'job_ended' }]);
    expect(await service.balance()).toBe(before);
  });

  /** Reads a stream of events to its end. */
  const readEvents = async (id: string, lastEventId?: number) => {
    const headers = {
      authorization: `Bearer ${testApiKey}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
    };
    const response = await fetch(`${service.url}/v0/jobs/${id}/events`, { headers });
    const blocks = (await response.text()).split('\n\n').filter((block) => block.startsWith('id: '));
    const events = blocks.map((block) => {
      const fields = new Map(
        block.split('\n').map((line) => {
          const separator = line.indexOf(': ');
          return [line.slice(0, separator), line.slice(separator + 2)] as const;
        }),
      );
      const data = JSON.parse(fields.get('data') ?? '') as Record<string, unknown>;
      return { id: Number(fields.get('id')), event: fields.get('event'), data };
    });
    return { response, events };
  };

  it('streams its events while it runs and again later, from the first or after the last received one', async () => {
    const id = await add('hold', { text: 'hold events' });
    const reading = readEvents(id);
    await waitFor(() => expect(held.has('hold events')).toBe(true));
    held.get('hold events')?.();
    held.delete('hold events');
    const { response, events } = await reading;
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(events).toEqual([
      { id: 1, event: 'progress', data: { fraction: 0.5, message: 'half of it' } },
      { id: 2, event: 'succeeded', data: expect.objectContaining({ id, status: 'succeeded', usage: 2 }) },
    ]);
    expect(events[1]?.data['data']).toBeUndefined();
    expect((await readEvents(id)).events).toEqual(events);
    expect((await readEvents(id, 1)).events).toEqual(events.slice(1));
    expect((await readEvents(id, 2)).response.status).toBe(204);
    const invalid = await fetch(`${service.url}/v0/jobs/${id}/events`, {
      headers: { authorization: `Bearer ${testApiKey}`, 'last-event-id': 'x' },
    });
    expect(invalid.status).toBe(400);
    expect((await request('/job_unknown/events')).status).toBe(404);
  });

  it('ends the stream of a canceled job with that event', async () => {
    const id = await add('hold', { text: 'hold canceled stream' });
    const reading = readEvents(id);
    await waitFor(() => expect(held.has('hold canceled stream')).toBe(true));
    await request(`/${id}`, 'DELETE');
    expect((await reading).events.at(-1)).toMatchObject({ event: 'canceled', data: { status: 'canceled' } });
  });

  it('returns the same job for the same Idempotency-Key, and 409 for another input', async () => {
    const before = await service.balance();
    const headers = { 'idempotency-key': 'job-1' };
    const id = await add('hold', { text: 'once' }, headers);
    const repeated = await submit('hold', { text: 'once' }, headers);
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
    expect((await read<JobData>(repeated)).id).toBe(id);
    expect((await submit('hold', { text: 'another' }, headers)).status).toBe(409);
    await reaches(id, 'succeeded');
    expect((await read<JobData>(submit('hold', { text: 'once' }, headers))).status).toBe('succeeded');
    expect(await service.balance()).toBe(before - 2);
  });

  it('lists jobs by page, status, operation and metadata', async () => {
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      const query = `?metadata[suite]=list&metadata[name]=${name}%20%C3%BC`;
      ids.push(await add('hold', { text: `hold ${name}` }, {}, query));
    }
    const list = async (query: string) => read<Page>(request(`?metadata[suite]=list&${query}`));
    const first = await list('limit=2');
    expect(first.jobs.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    const second = await list(`limit=2&cursor=${first.nextCursor}`);
    expect([second.jobs.map(({ id }) => id), second.nextCursor]).toEqual([[ids[0]], null]);
    expect((await list('metadata[name]=b%20%C3%BC')).jobs).toMatchObject([
      { id: ids[1], metadata: { suite: 'list', name: 'b ü' } },
    ]);
    expect((await list('operation=ocr')).jobs).toEqual([]);
    await waitFor(() => expect(held.size).toBe(3));
    for (const resume of held.values()) resume();
    held.clear();
    for (const id of ids) await reaches(id, 'succeeded');
    expect((await list('status=succeeded')).jobs).toHaveLength(3);
    for (const query of ['status=done', 'limit=0', 'cursor=x', 'unknown=1', 'operation=a%00'])
      expect((await request(`?${query}`)).status, query).toBe(400);
  });

  it('runs failed jobs again that match a filter', async () => {
    const query = (name: string) => `?metadata[suite]=replay&metadata[name]=${name}`;
    const [first, second] = [
      await add('scrape', { url: 'http://127.0.0.1:1/' }, {}, query('first')),
      await add('scrape', { url: 'http://127.0.0.1:1/' }, {}, query('second')),
    ];
    const before = await reaches(first, 'failed');
    await reaches(second, 'failed');
    const replay = async (body: object) => {
      const response = await service.post('jobs/replay', body);
      return [response.status, await read<{ count: number } | undefined>(response)];
    };
    const metadata = { suite: 'replay', name: 'first' };
    expect(await replay({ status: 'failed', metadata, operation: 'ocr' })).toEqual([200, { count: 0 }]);
    expect(await replay({ status: 'failed', metadata, to: 1 })).toEqual([200, { count: 0 }]);
    expect(await replay({ status: 'failed', metadata, operation: 'scrape' })).toEqual([200, { count: 1 }]);
    await waitFor(async () => {
      const { status, finishedAt } = await read<JobData>(request(`/${first}`));
      expect([status, (finishedAt ?? 0) > (before.finishedAt ?? 0)]).toEqual(['failed', true]);
    });
    expect((await replay({ status: 'succeeded' }))[0]).toBe(400);
    expect((await replay({}))[0]).toBe(400);
    expect((await replay({ status: 'failed', metadata: { name: 'a\u0000' } }))[0]).toBe(400);
  });

  it('hides jobs from other accounts, and from keys without the scope of their operation', async () => {
    const id = await add('hold', { text: 'hidden' });
    const other = (await (await service.adminRequest('POST', '/accounts', { name: 'other' })).json()) as {
      account: { id: string };
    };
    const foreign = await createKey({ accountId: other.account.id, name: 'foreign', scopes: ['*'] });
    const narrow = await createKey({ name: 'narrow', scopes: ['ocr'] });
    expect((await request(`/${id}`, 'GET', foreign)).status).toBe(404);
    expect((await request(`/${id}`, 'DELETE', foreign)).status).toBe(404);
    expect((await read<Page>(request('', 'GET', foreign))).jobs).toEqual([]);
    expect((await request(`/${id}`, 'GET', narrow)).status).toBe(403);
    expect((await read<Page>(request('', 'GET', narrow))).jobs).toEqual([]);
    for (const unknown of ['job_unknown', 'x', '%00'])
      expect((await request(`/${unknown}`)).status).toBe(404);
  });

  it('fails jobs whose key was revoked after the submission', async () => {
    const key = await createKey({ name: 'revoked', scopes: ['*'] });
    // Jobs that hold the slots of the operation, so that the next one waits.
    const blocking = await Promise.all(
      Array.from({ length: 64 }, (_, index) => add('hold', { text: `hold block ${index}` })),
    );
    await waitFor(() => expect(held.size).toBe(64));
    const id = await add('hold', { text: 'revoked' }, { authorization: `Bearer ${key}` });
    const { keys } = (await (await service.adminRequest('GET', '/keys?limit=1000')).json()) as {
      keys: { id: string; name: string }[];
    };
    const keyId = keys.find(({ name }) => name === 'revoked')?.id;
    expect((await service.adminRequest('DELETE', `/keys/${keyId}`)).status).toBe(200);
    for (const resume of held.values()) resume();
    held.clear();
    expect((await reaches(id, 'failed')).error).toMatchObject({ code: 'revoked_key' });
    for (const job of blocking) await reaches(job, 'succeeded');
  });

  it('fails waiting jobs of an account that was disabled, finishes running ones, and replays them later', async () => {
    const account = (await (
      await service.adminRequest('POST', '/accounts', { name: 'disabled', credits: 1000 })
    ).json()) as { account: { id: string } };
    const accountId = account.account.id;
    const created = await service.adminRequest('POST', '/keys', { accountId, name: 'disabled' });
    const { key } = ((await created.json()) as { key: { key: string } }).key;
    const authorization = { authorization: `Bearer ${key}` };
    const running = await Promise.all(
      Array.from({ length: 64 }, (_, index) => add('hold', { text: `hold run ${index}` }, authorization)),
    );
    await waitFor(() => expect(held.size).toBe(64));
    const waiting = await add('hold', { text: 'disabled' }, authorization);
    const setDisabled = (disabled: boolean) =>
      service.adminRequest('PATCH', `/accounts/${accountId}`, { disabled });
    await setDisabled(true);
    const from = service.logLines.length;
    for (const resume of held.values()) resume();
    held.clear();
    await service.untilLogged('account_disabled', from);
    await setDisabled(false);
    for (const job of running) await reaches(job, 'succeeded', key);
    expect((await reaches(waiting, 'failed', key)).error).toMatchObject({ code: 'account_disabled' });
    expect((await service.post('jobs/replay', { status: 'failed' }, authorization)).status).toBe(200);
    await reaches(waiting, 'succeeded', key);
  });

  const readPages = async (id: string, query = ''): Promise<unknown[]> => {
    const response = await request(`/${id}/pages${query}`);
    expect(response.headers.get('content-type')).toMatch(/^application\/x-ndjson/);
    const text = await response.text();
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as unknown]));
  };

  it('returns finished pages while others are read', async () => {
    const id = await add('hold-pages', {});
    const first = { cursor: 1, page: 7, markdown: '# Seven\n' };
    await waitFor(async () => expect(await readPages(id)).toEqual([first]));
    const following = readPages(id, '?follow=true');
    await waitFor(() => expect(held.has('pages')).toBe(true));
    held.get('pages')?.();
    held.delete('pages');
    const second = { cursor: 2, page: 8, markdown: 'Eight' };
    expect(await following).toEqual([first, second]);
    expect(await readPages(id, '?cursor=1')).toEqual([second]);
    expect(await readPages(id, '?limit=1')).toEqual([first]);
    expect((await request(`/${id}/pages?cursor=-1`)).status).toBe(400);
    expect((await request('/job_none/pages')).status).toBe(404);
    // A request whose client waits has no other client that could read its pages.
    const waiting = service.post('hold-pages', {});
    await waitFor(() => expect(held.get('pages')).toBeDefined());
    held.get('pages')?.();
    expect((await waiting).status).toBe(200);
  });

  it('returns the pages of a scan as they are recognized, by convert and by ocr', async () => {
    const lines = ['First page of a scan', 'Second page of a scan'];
    const pdf = makeScannedPdf(await Promise.all(lines.map((text) => drawScannedPage([text]))));
    for (const [operation, field] of [
      ['convert', 'markdown'],
      ['ocr', 'text'],
    ] as const) {
      const body = new FormData();
      body.append('file', new File([Uint8Array.from(pdf)], 'scan.pdf'));
      const response = await fetch(`${service.url}/v0/${operation}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${testApiKey}`, prefer: 'respond-async' },
        body,
      });
      const { id } = await read<JobData>(response);
      expect(await readPages(id, '?follow=true')).toEqual(
        lines.map((text, index) => ({
          cursor: index + 1,
          page: index + 1,
          [field]: expect.stringContaining(text),
        })),
      );
    }
  });
});
