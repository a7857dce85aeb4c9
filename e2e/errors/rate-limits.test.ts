import type { TestService } from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createKey,
  type ErrorTestService,
  expectError,
  type Gate,
  startErrorTestService,
} from './error-test-service.ts';

let fixture: ErrorTestService;
let service: TestService;
let gate: Gate;

beforeAll(async () => {
  // Only dates are faked: they stand still, so that the minute of a rate does not end between two requests.
  vi.useFakeTimers({ toFake: ['Date'] });
  fixture = await startErrorTestService();
  ({ service, gate } = fixture);
});
afterAll(async () => {
  await fixture.stop();
  vi.useRealTimers();
});

describe('429', () => {
  it('returns 429 rate_limited with Retry-After and the RateLimit fields', async () => {
    const { key } = await createKey(service, { ratePerMinute: 2 });
    const send = () => service.post('instant', { text: 'a' }, { authorization: `Bearer ${key}` });
    const first = await send();
    expect(first.headers.get('ratelimit-policy')).toBe('"minute";q=2;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"minute";r=1;t=\d+$/);
    await send();
    const response = await expectError(send(), 429, 'rate_limited', /2 requests a minute/);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(response.headers.get('x-ratelimit-remaining')).toBe('0');
  });
  it('runs 2 requests, queues 2, and returns 429 too_many_running for the fifth', async () => {
    const responses = [1, 2, 3, 4, 5].map(() => service.post('waiting', {}));
    await expectError(Promise.race(responses), 429, 'too_many_running');
    await gate.openUntil(Promise.all(responses));
    expect((await Promise.all(responses)).map((response) => response.status).sort()).toEqual([
      200, 200, 200, 200, 429,
    ]);
  });
});
