import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Different sentences, since results of equal windows are cached. */
const sentences = (count: number): string =>
  Array.from({ length: count }, (_, at) => `Ann Lee met Tim Cook at gate ${at}, and it was great.`).join(' ');

describe('two keys on one engine thread', () => {
  let service: TestService;
  let lightKey = '';
  beforeAll(async () => {
    service = await startTestService({ QUERN_ENGINE_THREADS: '1', QUERN_QUEUE_TIME: '2s' });
    const created = await service.adminRequest('POST', '/accounts', { name: 'light', credits: 100 });
    const { account } = (await created.json()) as { account: { id: string } };
    const issued = await service.adminRequest('POST', '/keys', { accountId: account.id, name: 'light' });
    lightKey = ((await issued.json()) as { key: { key: string } }).key.key;
  });
  afterAll(() => service.stop());

  const light = (operation: string, text: string) =>
    service.post(operation, { text }, { authorization: `Bearer ${lightKey}` });

  /** Sends a text that takes about a minute. */
  const sendHeavy = (signal: AbortSignal): Promise<Response> =>
    fetch(`${service.url}/v0/sentiment`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testApiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: sentences(18_000) }),
      signal,
    });

  it('completes short and medium requests of one key before the long texts of the other', async () => {
    const ended: string[] = [];
    const note = async (name: string, work: Promise<Response>): Promise<void> => {
      const outcome = await work.then(({ status }) => status).catch(() => 'stopped');
      ended.push(`${name} ${outcome}`);
    };
    const stop = new AbortController();
    const heavy = Array.from({ length: 4 }, () => note('heavy', sendHeavy(stop.signal)));
    await expect.poll(() => service.metric('quern_work_waiting{operation="sentiment"}')).toBe(3);
    await Promise.all([
      note('short', light('extract-entities', 'Ann Lee met Tim Cook in Paris.')),
      note('medium', light('sentiment', sentences(80))),
    ]);
    stop.abort();
    await Promise.all(heavy);
    expect(ended.slice(0, 2).sort()).toEqual(['medium 200', 'short 200']);
    expect(ended.slice(2)).toEqual(Array(4).fill('heavy stopped'));
    await expect.poll(() => service.metric('quern_requests_running')).toBe(0);
  });

  it('rejects at once, with Retry-After, requests that would wait too long, but none of the other key', async () => {
    const stop = new AbortController();
    const heavy = Array.from({ length: 12 }, async () => {
      const response = await sendHeavy(stop.signal);
      return { status: response.status, retryAfter: Number(response.headers.get('retry-after')) };
    });
    // None of the texts that are analyzed ends before.
    const rejected = await Promise.race(heavy);
    expect(rejected.status).toBe(429);
    expect(rejected.retryAfter).toBeGreaterThan(0);
    expect((await light('sentiment', 'I love it.')).status).toBe(200);
    stop.abort();
    await Promise.allSettled(heavy);
    const refused = 'quern_requests_refused_total{operation="sentiment",code="too_many_running"}';
    expect(await service.metric(refused)).toBeGreaterThan(0);
  });
});
