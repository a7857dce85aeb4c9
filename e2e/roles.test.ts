import { startPostgres, type TestPostgres } from '@quern/testing/postgres/start-postgres';
import { isMissing } from '@quern/testing/requirements';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { serveSite } from '@quern/testing/web/serve-site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const input = { text: 'The train was late, the rest was wonderful.' };

describe.skipIf(isMissing('postgres'))('nodes by role (needs postgres and initdb)', () => {
  let server: TestPostgres;
  let databaseUrl: string;
  let api: TestService;
  let worker: TestService | undefined;
  beforeAll(async () => {
    server = await startPostgres();
    databaseUrl = await server.createDatabase();
    api = await startTestService({ DATABASE_URL: databaseUrl, QUERN_ROLE: 'api' });
  });
  afterAll(async () => {
    await worker?.stop();
    await api.stop();
    await server.stop();
  });

  const get = async (url: string): Promise<{ status: number; body: unknown }> => {
    const response = await fetch(url, { headers: { authorization: `Bearer ${testApiKey}` } });
    return { status: response.status, body: await response.json() };
  };
  const submit = async (): Promise<string> => {
    const response = await api.post('sentiment', input, { prefer: 'respond-async' });
    expect(response.status).toBe(202);
    const { data } = (await response.json()) as { data: { id: string } };
    return `${api.url}/v0/jobs/${data.id}`;
  };
  const read = async (job: string) => (await get(job)).body as { data: { status: string; usage: number } };

  it('serve requests without a worker, and keep jobs for the first one', async () => {
    expect(await get(`${api.url}/readyz`)).toEqual({
      status: 200,
      body: {
        status: 'ok',
        checks: { database: 'postgres: ok', role: 'api', jobs: 'no worker runs: jobs wait' },
      },
    });
    expect((await api.post('sentiment', input)).status).toBe(200);
    const job = await submit();
    expect((await read(job)).data.status).toBe('queued');

    worker = await startTestService({ DATABASE_URL: databaseUrl, QUERN_ROLE: 'worker' });
    await expect.poll(async () => (await read(job)).data.status).toBe('succeeded');
    expect((await read(job)).data.usage).toBe(1);
    expect(await get(`${api.url}/readyz`)).toMatchObject({ body: { checks: { jobs: 'workers: 1' } } });
    expect(await get(`${worker.url}/readyz`)).toMatchObject({
      status: 200,
      body: { checks: { role: 'worker' } },
    });
  });

  const longInput = { text: `${input.text} `.repeat(60) };
  /** Operations that the worker has run for requests, from a line of its log on. */
  const runsOf = (from = 0) =>
    (worker?.logLines ?? [])
      .slice(from)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ client, msg }) => client === 'job' && msg === 'request');
  const linesOf = () => worker?.logLines.length ?? 0;

  it('run heavy requests on the worker, charged once, and cheap ones where they arrive', async () => {
    const [from, before] = [linesOf(), await api.balance()];
    expect((await api.post('sentiment', input)).status).toBe(200);
    expect(runsOf(from)).toEqual([]);
    const response = await api.post('sentiment', longInput);
    expect(response.status).toBe(200);
    const { data } = (await response.json()) as { data: { sentiment: string; usage: number } };
    expect(data.sentiment).toBe('mixed');
    expect(runsOf(from)).toMatchObject([
      { operation: 'sentiment', status: 200, requestId: response.headers.get('x-request-id') },
    ]);
    expect(await api.balance()).toBe(before - 1 - data.usage);
    expect(Number(response.headers.get('x-credits-used'))).toBe(data.usage);
    expect(Number(response.headers.get('x-credits-remaining'))).toBe(before - 1 - data.usage);
    expect((await get(`${api.url}/v0/jobs`)).body).toMatchObject({ data: { jobs: [{ usage: 1 }] } });
  });

  it('return the stored response for an Idempotency-Key, whichever node has run the request', async () => {
    const before = await api.balance();
    const headers = { 'idempotency-key': 'roles-1' };
    const [first, second] = [
      await api.post('sentiment', longInput, headers),
      await api.post('sentiment', longInput, headers),
    ];
    const charged = Number(first.headers.get('x-credits-used'));
    expect(charged).toBeGreaterThan(0);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await second.json()).toEqual(await first.json());
    expect(await api.balance()).toBe(before - charged);
    expect((await api.post('sentiment', { text: `${longInput.text}!` }, headers)).status).toBe(409);
  });

  it('return the error of the worker, and charge nothing', async () => {
    const before = await api.balance();
    const site = await serveSite({});
    const response = await api.post('scrape', { url: `${site.origin}/missing` });
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ code: 'target_status' });
    expect(await api.balance()).toBe(before);
    await site.close();
  });

  it('stop the work of a client that disconnects', async () => {
    const [from, before] = [linesOf(), await api.balance()];
    const arrival = Promise.withResolvers<void>();
    // The response never ends.
    const site = await serveSite({ '/slow': () => arrival.resolve() });
    const client = new AbortController();
    const request = fetch(`${api.url}/v0/scrape`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testApiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${site.origin}/slow` }),
      signal: client.signal,
    }).catch(() => 'disconnected');
    await arrival.promise;
    client.abort();
    expect(await request).toBe('disconnected');
    await expect.poll(() => runsOf(from)).toMatchObject([{ operation: 'scrape', code: 'client_gone' }]);
    expect(await api.balance()).toBe(before);
    await site.close();
  });

  it('refer the clients of a worker to the API', async () => {
    const response = await worker?.post('sentiment', input);
    expect(response?.status).toBe(404);
    expect(await response?.json()).toMatchObject({
      code: 'not_found',
      error: expect.stringContaining('this node is a worker, which has no API'),
    });
    expect((await fetch(`${worker?.url}/metrics`)).status).toBe(200);
    expect((await fetch(`${worker?.url}/livez`)).status).toBe(200);
  });

  it('run the jobs of a worker that stops on another one', async () => {
    await worker?.stop();
    worker = undefined;
    const job = await submit();
    expect((await read(job)).data.status).toBe('queued');
    worker = await startTestService({ DATABASE_URL: databaseUrl, QUERN_ROLE: 'all' });
    await expect.poll(async () => (await read(job)).data.status).toBe('succeeded');
  });
});
