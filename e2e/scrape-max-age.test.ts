import { startTestService, type TestService } from '@quern/testing/service/start-test-service';
import { sampleProse } from '@quern/testing/web/script-pages';
import { serveSite, type TestSite } from '@quern/testing/web/serve-site';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

let site: TestSite;
let service: TestService;
beforeAll(async () => {
  // Only dates are faked: they stand still.
  vi.useFakeTimers({ toFake: ['Date'] });
  site = await serveSite(
    () => `<title>Mill</title><main><h1>The mill</h1><p>${sampleProse.repeat(5)}</p></main>`,
  );
  service = await startTestService({ QUERN_ROBOTS: 'ignore' });
});
afterAll(async () => {
  vi.useRealTimers();
  await service.stop();
  await site.close();
});

async function scrape(input: object, headers: Readonly<Record<string, string>> = {}) {
  const response = await service.post('scrape', { url: `${site.origin}/page`, ...input }, headers);
  const { data } = (await response.json()) as { data: Record<string, unknown> };
  return { status: response.status, charged: response.headers.get('x-credits-used'), data };
}

it('returns a younger result of the same request free of charge, to the same account only', async () => {
  const first = await scrape({ cookies: { a: '1' } });
  expect(first).toMatchObject({ charged: '1', data: { usage: 1 } });
  const balance = await service.balance();
  const again = await scrape({ cookies: { a: '1' }, maxAge: 60 });
  expect(again).toMatchObject({ status: 200, charged: '0' });
  expect(again.data).toEqual({ ...first.data, usage: 0, cached: true });
  expect(site.hits).toHaveLength(1);
  expect(await service.balance()).toBe(balance);

  const dry = await scrape({ cookies: { a: '1' }, maxAge: 60 }, { 'x-dry-run': 'true' });
  expect(dry.data).toMatchObject({ dryRun: true, price: 0 });
  const keyed = await scrape({ cookies: { a: '1' }, maxAge: 60 }, { 'idempotency-key': 'once' });
  expect(await scrape({ cookies: { a: '1' }, maxAge: 60 }, { 'idempotency-key': 'once' })).toEqual(keyed);

  for (const different of [{ cookies: { a: '2' } }, { cookies: { a: '1' }, onlyMainContent: false }, {}]) {
    expect(await scrape({ ...different, maxAge: 60 })).toMatchObject({ charged: '1' });
  }
  expect((await scrape({ cookies: { a: '1' }, maxAge: 0 })).charged).toBe('1');

  const created = await service.adminRequest('POST', '/accounts', { name: 'other', credits: 5 });
  const { account } = (await created.json()) as { account: { id: string } };
  const issued = await service.adminRequest('POST', '/keys', { accountId: account.id, name: 'other' });
  const { key } = (await issued.json()) as { key: { key: string } };
  const other = await scrape({ cookies: { a: '1' }, maxAge: 60 }, { authorization: `Bearer ${key.key}` });
  expect(other).toMatchObject({ status: 200, charged: '1' });
  expect(other.data).not.toHaveProperty('cached');
});

it('fetches again when the result is too old', async () => {
  const request = { headers: { 'x-test': 'old' } };
  const scrapedAt = Date.now(); // clock: faked
  await scrape(request);
  vi.setSystemTime(scrapedAt + 1000);
  expect((await scrape({ ...request, maxAge: 1 })).charged).toBe('0');
  vi.setSystemTime(scrapedAt + 1001);
  expect((await scrape({ ...request, maxAge: 1 })).charged).toBe('1');
});
