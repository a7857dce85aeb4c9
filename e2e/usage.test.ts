import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

interface Usage {
  readonly account: { readonly available: number; readonly held: number };
  readonly key: { readonly name: string; readonly budget: number | null; readonly spent: number };
  readonly from: string;
  readonly to: string;
  readonly totals: readonly object[];
  readonly daily: readonly { readonly date: string }[];
}

describe('usage', () => {
  let service: TestService;
  beforeAll(async () => {
    // Only dates are faked: they stand still, so all charges are of the same day.
    vi.useFakeTimers({ toFake: ['Date'] });
    service = await startTestService({ QUERN_CHROMIUM: 'off' });
  }, 60_000);
  afterAll(async () => {
    vi.useRealTimers();
    await service.stop();
  });

  const request = (query = '', key = testApiKey) =>
    fetch(`${service.url}/v0/usage${query}`, { headers: { authorization: `Bearer ${key}` } });

  const read = async (query = '', key = testApiKey): Promise<Usage> =>
    ((await (await request(query, key)).json()) as { data: Usage }).data;

  it('reports the balance, the limits of the key and its charges by day and operation', async () => {
    const before = await read();
    expect([before.totals, before.daily]).toEqual([[], []]);
    await service.post('sentiment', { text: 'Fine.' });
    await service.post('sentiment', { text: 'Good.' });
    await service.post('extract-entities', { text: 'Ada' });
    await service.post('extract-entities', { text: '' });
    const response = await request();
    expect([response.status, response.headers.get('x-credits-used')]).toEqual([200, '0']);
    const { account, totals, daily, from, to } = await read();
    expect(account).toEqual({ available: before.account.available - 3, held: 0 });
    const expected = [
      { operation: 'sentiment', requests: 2, credits: 2 },
      { operation: 'extract-entities', requests: 1, credits: 1 },
    ];
    expect(totals).toEqual(expected);
    const today = new Date().toISOString().slice(0, 10);
    expect([daily[0]?.date, to]).toEqual([today, today]);
    expect(daily).toEqual(expected.toReversed().map((usage) => ({ date: today, ...usage })));
    expect(Date.parse(to) - Date.parse(from)).toBe(29 * 86_400_000);
    expect(await read('?from=2020-01-01&to=2020-12-31')).toMatchObject({
      from: '2020-01-01',
      to: '2020-12-31',
      totals: [],
    });
  });

  it('reports the charges of the own key only', async () => {
    const accountId = await service.bootstrapAccountId();
    const body = { accountId, name: 'narrow', scopes: ['ocr'], budget: 7 };
    const created = (await (await service.adminRequest('POST', '/keys', body)).json()) as {
      key: { key: string };
    };
    expect(await read('', created.key.key)).toMatchObject({
      key: { name: 'narrow', scopes: ['ocr'], budget: 7, spent: 0, ratePerMinute: null, expiresAt: null },
      totals: [],
    });
    expect((await request('', 'unknown')).status).toBe(401);
  });

  it.each([
    '?from=yesterday',
    '?from=2026-02-30',
    '?from=2026-02-02&to=2026-02-01',
    '?from=2024-01-01&to=2026-01-01',
    '?since=1',
  ])('rejects %s', async (query) => {
    const response = await request(query);
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid_parameters' }]);
  });
});
