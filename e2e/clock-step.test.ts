import { instantOperation } from '@quern/testing/service/instant-operation';
import { startTestService, type TestService } from '@quern/testing/service/start-test-service';
import { afterEach, describe, expect, it, vi } from 'vitest';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describe('a step of the clock while the service runs', () => {
  let service: TestService;
  afterEach(async () => {
    vi.useRealTimers();
    await service.stop();
  });

  it('of one hour in either direction neither expires an idempotent response nor charges again', async () => {
    // Only dates are faked: timers and the monotonic clock are real.
    vi.useFakeTimers({ toFake: ['Date'] });
    const startMs = Date.now(); // clock: faked
    service = await startTestService({ QUERN_RETENTION: '10m' }, { operations: [instantOperation] });
    const send = async (): Promise<string | null> => {
      const response = await service.post('instant', { text: 'a' }, { 'idempotency-key': 'step' });
      expect(response.status).toBe(200);
      return response.headers.get('x-credits-used');
    };
    expect(await send()).toBe('1');
    vi.setSystemTime(startMs + hourMs);
    expect(await send()).toBe('0');
    vi.setSystemTime(startMs - hourMs);
    expect(await send()).toBe('0');
    // The retention is extended by the allowance for clock steps, but not indefinitely.
    vi.setSystemTime(startMs + hourMs + 11 * minuteMs);
    expect(await send()).toBe('1');
  });
});
