import {
  startTestService,
  type TestService,
  testAdminToken,
} from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

describe('wrong admin tokens', () => {
  let service: TestService;
  beforeAll(async () => {
    // The minute in which failures are counted stands still.
    vi.useFakeTimers({ toFake: ['performance'] });
    service = await startTestService({ QUERN_TRUST_PROXY: '127.0.0.1' });
  });
  afterAll(async () => {
    await service.stop();
    vi.useRealTimers();
  });

  const call = (token: string, client: string): Promise<Response> =>
    fetch(`${service.url}/admin/v0/accounts`, {
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': client },
    });

  it('are logged without the token and return 429 after 20 per minute from one address; the right token still works', async () => {
    const guesses = Array.from({ length: 25 }, (_, index) => `guessed-token-${index}`);
    const statuses: number[] = [];
    for (const guess of guesses) statuses.push((await call(guess, '203.0.113.7')).status);
    expect(statuses).toEqual([...Array(20).fill(401), ...Array(5).fill(429)]);
    const rejected = await call('guessed-token-25', '203.0.113.7');
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await rejected.json()).toMatchObject({ code: 'rate_limited' });
    expect((await call('guessed-token-26', '203.0.113.8')).status).toBe(401);
    for (const client of ['203.0.113.7', '203.0.113.8']) {
      expect((await call(testAdminToken, client)).status).toBe(200);
    }
    const warnings = service.logLines.filter((line) => line.includes('wrong admin token'));
    expect(warnings).toHaveLength(21);
    expect(JSON.parse(warnings[0] ?? '{}')).toMatchObject({ level: 40, client: '203.0.113.7' });
    expect(service.logLines.join('')).not.toContain('guessed-token');
  });
});
