import { startPostgres, type TestPostgres } from '@quern/testing/postgres/start-postgres';
import { isMissing } from '@quern/testing/requirements';
import { instantOperation } from '@quern/testing/service/instant-operation';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { serveSite, type TestSite } from '@quern/testing/web/serve-site';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { operations } from '../apps/server/src/operations/registry.ts';

const overrides = { operations: [...operations, instantOperation] };

/** Sends 200 concurrent requests of an account with credits for 100, over HTTP. */
async function spendAtOnce(settings: Record<string, string>): Promise<void> {
  const service = await startTestService({ QUERN_BOOTSTRAP_CREDITS: '100', ...settings }, overrides);
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, index) => service.post('instant', { text: `number ${index}` })),
  );
  const statuses = replies.map((reply) => reply.status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(100);
  expect(statuses.filter((status) => status === 402)).toHaveLength(100);
  expect(await service.balance()).toBe(0);
  await service.stop();
}

describe('200 concurrent requests against a balance for 100', () => {
  it('returns 200 to exactly 100 and 402 to the others, and leaves a balance of 0, on SQLite', () =>
    spendAtOnce({}));
});

describe.skipIf(isMissing('postgres'))('on PostgreSQL (needs postgres and initdb)', () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  afterAll(() => server.stop());

  it('returns 200 to exactly 100 and 402 to the others, and leaves a balance of 0', async () =>
    spendAtOnce({ DATABASE_URL: await server.createDatabase() }));

  it('shares accounts, revocations, rate windows, results and idempotent responses between two nodes', async () => {
    const DATABASE_URL = await server.createDatabase();
    // Only dates are faked, so that the minute of the rate does not end between two requests.
    vi.useFakeTimers({ toFake: ['Date'] });
    const one = await startTestService({ DATABASE_URL, QUERN_RATE_LIMIT: '8/m' }, overrides);
    const two = await startTestService({ DATABASE_URL, QUERN_RATE_LIMIT: '8/m' }, overrides);
    const headers = { 'idempotency-key': 'across' };
    const first = await one.post('instant', { text: 'a fine day' }, headers);
    const again = await two.post('instant', { text: 'a fine day' }, headers);
    expect(await again.json()).toEqual(await first.json());
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('x-credits-remaining')).toBe('9999');
    expect(again.headers.get('x-ratelimit-remaining')).toBe('6');
    const keys = (await (await one.adminRequest('GET', '/keys')).json()) as { keys: { id: string }[] };
    const id = keys.keys[0]?.id ?? '';
    await one.adminRequest('DELETE', `/keys/${id}`);
    expect((await one.post('instant', { text: 'a' })).status).toBe(401);
    // The other node looks the key up again after two seconds.
    vi.setSystemTime(Date.now() + 2000); // clock: of the services only
    expect((await two.post('instant', { text: 'a' })).status).toBe(401);
    await one.stop();
    await two.stop();
  });
});

describe('idempotency and dry runs', () => {
  let service: TestService;
  let silentSite: TestSite;
  beforeAll(async () => {
    service = await startTestService({ QUERN_ROBOTS: 'ignore' });
    silentSite = await serveSite(() => () => undefined);
  });
  afterAll(async () => {
    await service.stop();
    await silentSite.close();
  });

  it('returns the stored 200 again without a second charge, and stores no other response', async () => {
    const headers = { 'idempotency-key': 'twice' };
    expect((await service.post('sentiment', { text: '' }, headers)).status).toBe(400);
    const first = await service.post('sentiment', { text: 'a fine day' }, headers);
    const second = await service.post('sentiment', { text: 'a fine day' }, headers);
    expect(await second.text()).toBe(await first.text());
    expect([first, second].map((reply) => reply.headers.get('x-credits-used'))).toEqual(['1', '0']);
    expect((await service.post('extract-entities', { text: 'a fine day' }, headers)).status).toBe(200);
    expect(await service.balance()).toBe(9998);
  });

  it('validates and prices a dry run without a charge', async () => {
    const before = await service.balance();
    const summary = await service.postForm({ content: 'A text of a few words.' }, { 'x-dry-run': 'true' });
    expect(await summary.json()).toEqual({
      success: true,
      data: { dryRun: true, price: 2, balance: before, tokenCount: 7 },
    });
    expect((await service.post('sentiment', {}, { 'x-dry-run': 'true' })).status).toBe(400);
    expect(await service.balance()).toBe(before);
  });

  it('charges nothing when the client disconnects, and releases its slot', async () => {
    const before = await service.balance();
    const gone = new AbortController();
    const response = fetch(`${service.url}/v0/scrape`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testApiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: silentSite.origin }),
      signal: gone.signal,
    });
    await expect.poll(() => silentSite.hits).not.toEqual([]);
    expect(await service.metric('quern_requests_running')).toBe(1);
    gone.abort();
    await expect(response).rejects.toThrow();
    await service.untilLogged('client_gone');
    expect(await service.metric('quern_requests_running')).toBe(0);
    expect(await service.balance()).toBe(before);
  });
});
