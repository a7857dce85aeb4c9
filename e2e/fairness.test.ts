import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Different sentences, since results of equal windows are cached. */
const sentences = (count: number): string =>
  Array.from({ length: count }, (_, at) => `Ann Lee met Tim Cook at gate ${at}, and it was great.`).join(' ');

/** A service on one engine thread, and its two keys. */
class TwoKeys {
  readonly service: TestService;
  readonly #lightKey: string;

  private constructor(service: TestService, lightKey: string) {
    [this.service, this.#lightKey] = [service, lightKey];
  }

  static async start(settings: Readonly<Record<string, string>>): Promise<TwoKeys> {
    const service = await startTestService({ QUERN_ENGINE_THREADS: '1', ...settings });
    const created = await service.adminRequest('POST', '/accounts', { name: 'light', credits: 100 });
    const { account } = (await created.json()) as { account: { id: string } };
    const issued = await service.adminRequest('POST', '/keys', { accountId: account.id, name: 'light' });
    return new TwoKeys(service, ((await issued.json()) as { key: { key: string } }).key.key);
  }

  light(operation: string, text: string): Promise<Response> {
    return this.service.post(operation, { text }, { authorization: `Bearer ${this.#lightKey}` });
  }

  /** Sends a text that takes about a minute. */
  heavy(signal: AbortSignal): Promise<Response> {
    return fetch(`${this.service.url}/v0/sentiment`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testApiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: sentences(18_000) }),
      signal,
    });
  }
}

describe('keys on one engine thread', () => {
  let keys: TwoKeys;
  beforeAll(async () => {
    keys = await TwoKeys.start({});
  });
  afterAll(() => keys.service.stop());

  it('complete short and medium requests before long texts, those of the other key and their own', async () => {
    const ended: string[] = [];
    const note = async (name: string, work: Promise<Response>): Promise<void> => {
      const outcome = await work.then(({ status }) => status).catch(() => 'stopped');
      ended.push(`${name} ${outcome}`);
    };
    const { service } = keys;
    const stop = new AbortController();
    const heavy = Array.from({ length: 4 }, () => note('heavy', keys.heavy(stop.signal)));
    await expect.poll(() => service.metric('quern_work_waiting{operation="sentiment"}')).toBe(3);
    await Promise.all([
      note('short', keys.light('extract-entities', 'Ann Lee met Tim Cook in Paris.')),
      note('medium', keys.light('sentiment', sentences(45))),
      note('own short', service.post('extract-entities', { text: 'Tim Cook met Ann Lee in Rome.' })),
      note('own medium', service.post('sentiment', { text: sentences(50) })),
    ]);
    stop.abort();
    await Promise.all(heavy);
    expect(ended.slice(0, 4).sort()).toEqual(['medium 200', 'own medium 200', 'own short 200', 'short 200']);
    expect(ended.slice(4)).toEqual(Array(4).fill('heavy stopped'));
    await expect.poll(() => service.metric('quern_requests_running')).toBe(0);
  });
});

describe('a key whose requests would wait longer than the time', () => {
  let keys: TwoKeys;
  beforeAll(async () => {
    keys = await TwoKeys.start({ QUERN_QUEUE_TIME: '2s' });
  });
  afterAll(() => keys.service.stop());

  it('is refused at once, with Retry-After and advice; its short requests and other keys are not', async () => {
    const { service } = keys;
    const stop = new AbortController();
    const heavy = [0, 1].map(() => keys.heavy(stop.signal));
    // The text that is analyzed does not end before.
    const refused = await Promise.race(heavy);
    expect(refused.status).toBe(429);
    // The first text is estimated at about a minute.
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30);
    expect(await refused.json()).toMatchObject({
      code: 'too_many_running',
      error: expect.stringContaining('Prefer: respond-async'),
    });
    expect((await keys.light('sentiment', 'I love it.')).status).toBe(200);
    expect((await service.post('sentiment', { text: 'I like it.' })).status).toBe(200);
    stop.abort();
    await Promise.allSettled(heavy);
    const count = 'quern_requests_refused_total{operation="sentiment",code="too_many_running"}';
    expect(await service.metric(count)).toBe(1);
  });
});

describe('a key that has the service alone', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({
      QUERN_ENGINE_THREADS: '1',
      QUERN_QUEUE_TIME: '60s',
      QUERN_RATE_LIMIT: '100000/m,running=4',
    });
  });
  afterAll(() => service.stop());

  it('is refused none of the requests that it sends four at a time, long and failing ones among them', async () => {
    const texts = Array.from({ length: 40 }, (_, at) =>
      at % 10 === 0 ? sentences(60 + at) : `Good tea ${at}.`,
    );
    const statuses: number[] = [];
    const waiting = texts.values();
    const client = async (): Promise<void> => {
      for (const text of waiting) {
        const response = await service.post('sentiment', { text: text.endsWith('9.') ? 7 : text });
        statuses.push(response.status);
      }
    };
    await Promise.all(Array.from({ length: 4 }, client));
    expect(statuses.filter((status) => status === 200)).toHaveLength(36);
    expect(statuses.filter((status) => status === 400)).toHaveLength(4);
  });
});
