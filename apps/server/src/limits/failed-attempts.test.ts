import { describe, expect, it } from 'vitest';
import { FailedAttempts } from './failed-attempts.ts';

describe('FailedAttempts', () => {
  it('blocks an address after its third failure until a minute after its first, and no other address', () => {
    let now = 1000;
    const attempts = new FailedAttempts(3, () => now);
    for (const at of [1000, 11_000]) {
      now = at;
      attempts.record('10.0.0.1');
    }
    expect(attempts.retryAfterSeconds('10.0.0.1')).toBe(0);
    now = 21_000;
    attempts.record('10.0.0.1');
    expect(attempts.retryAfterSeconds('10.0.0.1')).toBe(40);
    expect(attempts.retryAfterSeconds('10.0.0.2')).toBe(0);
    now = 60_999;
    expect(attempts.retryAfterSeconds('10.0.0.1')).toBe(1);
    now = 61_000;
    expect(attempts.retryAfterSeconds('10.0.0.1')).toBe(0);
    attempts.record('10.0.0.1');
    expect(attempts.retryAfterSeconds('10.0.0.1')).toBe(0);
  });

  it('drops the oldest address when 10,000 others fail', () => {
    const attempts = new FailedAttempts(1, () => 0);
    attempts.record('first');
    attempts.record('second');
    for (let address = 0; address < 9999; address += 1) attempts.record(`other ${address}`);
    expect(attempts.retryAfterSeconds('first')).toBe(0);
    expect(attempts.retryAfterSeconds('second')).toBe(60);
  });
});
