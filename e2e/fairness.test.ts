import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Different sentences, since results of equal windows are cached. */
const sentences = (count: number): string =>
  Array.from({ length: count }, (_, at) => `Ann Lee met Tim Cook at gate ${at}, and it was great.`).join(' ');

describe('two keys on one engine thread', () => {
  let service: TestService;
  let lightKey = '';
  beforeAll(async () => {
    service = await startTestService({ QUERN_ENGINE_THREADS: '1' });
    const created = await service.adminRequest('POST', '/accounts', { name: 'light', credits: 100 });
    const { account } = (await created.json()) as { account: { id: string } };
    const issued = await service.adminRequest('POST', '/keys', { accountId: account.id, name: 'light' });
    lightKey = ((await issued.json()) as { key: { key: string } }).key.key;
  });
  afterAll(() => service.stop());

  const light = (operation: string, text: string) =>
    service.post(operation, { text }, { authorization: `Bearer ${lightKey}` });

  it('completes short and medium requests of one key before the long texts of the other', async () => {
    const ended: string[] = [];
    const note = async (name: string, work: Promise<Response>): Promise<number> => {
      const { status } = await work;
      ended.push(name);
      return status;
    };
    const heavy = Array.from({ length: 4 }, (_, at) =>
      note('heavy', service.post('sentiment', { text: `${at}. ${sentences(400)}` })),
    );
    await expect
      .poll(async () => (await fetch(`${service.url}/metrics`)).text(), { timeout: 20_000 })
      .toContain('quern_work_waiting{operation="sentiment"} 3');
    const others = [
      note('short', light('extract-entities', 'Ann Lee met Tim Cook in Paris.')),
      note('medium', light('sentiment', sentences(80))),
    ];
    expect(await Promise.all([...heavy, ...others])).toEqual([200, 200, 200, 200, 200, 200]);
    expect(ended.slice(0, 2)).toEqual(['short', 'medium']);
  });

  it('rejects immediately, with Retry-After, requests that would wait too long, but none of the other key', async () => {
    const stop = new AbortController();
    const text = sentences(18_000);
    const heavy = Array.from({ length: 12 }, async () => {
      const response = await fetch(`${service.url}/v0/sentiment`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${testApiKey}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ text }),
        signal: stop.signal,
      });
      return { status: response.status, retryAfter: Number(response.headers.get('retry-after')) };
    });
    const rejected = await Promise.race(
      heavy.map(async (request) => {
        const outcome = await request.catch(() => undefined);
        return outcome?.status === 429 ? outcome : new Promise<never>(() => undefined);
      }),
    );
    expect(rejected.retryAfter).toBeGreaterThan(0);
    expect((await light('sentiment', 'I love it.')).status).toBe(200);
    stop.abort();
    await Promise.allSettled(heavy);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('quern_requests_refused_total{operation="sentiment",code="too_many_running"}');
  });
});
