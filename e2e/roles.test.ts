import { startPostgres, type TestPostgres } from '@quern/testing/postgres/start-postgres';
import { isMissing } from '@quern/testing/requirements';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
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
