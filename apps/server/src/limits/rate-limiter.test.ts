import { describe, expect, it } from 'vitest';
import { countRequest, InMemoryRateCounter, requireWithinLimit } from './rate-limiter.ts';

const minute = 60_000;

describe('countRequest', () => {
  it('counts down to 0, and exceeds the limit with the next request of the same minute', async () => {
    const counter = new InMemoryRateCounter();
    const states = [];
    for (let request = 0; request < 3; request += 1) {
      states.push(await countRequest(counter, 'key_a', 2, 10 * minute + 15_000));
    }
    expect(states).toEqual([
      { limit: 2, remaining: 1, isExceeded: false, resetSeconds: 45 },
      { limit: 2, remaining: 0, isExceeded: false, resetSeconds: 45 },
      { limit: 2, remaining: 0, isExceeded: true, resetSeconds: 45 },
    ]);
  });

  it('starts again with the next minute, and counts each key separately', async () => {
    const counter = new InMemoryRateCounter();
    await countRequest(counter, 'key_a', 1, 10 * minute);
    expect(await countRequest(counter, 'key_b', 1, 11 * minute - 1)).toMatchObject({ isExceeded: false });
    expect(await countRequest(counter, 'key_a', 1, 11 * minute - 1)).toMatchObject({
      isExceeded: true,
      resetSeconds: 1,
    });
    expect(await countRequest(counter, 'key_a', 1, 11 * minute)).toMatchObject({
      isExceeded: false,
      resetSeconds: 60,
    });
  });
});

describe('requireWithinLimit', () => {
  it('throws rate_limited with the time until the next window, for the exceeding request only', () => {
    const state = { limit: 5, remaining: 0, isExceeded: false, resetSeconds: 12 };
    expect(() => requireWithinLimit(state)).not.toThrow();
    expect(() => requireWithinLimit({ ...state, isExceeded: true })).toThrow(
      expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 12 }),
    );
  });
});
