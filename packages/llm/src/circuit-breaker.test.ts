import { describe, expect, it } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.ts';
import { LlmError } from './llm-error.ts';

function createBreaker() {
  const clock = { ms: 0 };
  const breaker = new CircuitBreaker({ now: () => clock.ms, failuresMax: 2, openMs: 100, openMsMax: 300 });
  const fail = () => breaker.enter()('failed');
  return { breaker, clock, fail };
}

describe('CircuitBreaker', () => {
  it('opens after failures in a row only', () => {
    const { breaker, fail } = createBreaker();
    fail();
    breaker.enter()('succeeded');
    fail();
    breaker.enter()('ignored');
    expect(breaker.state).toBe('closed');
    fail();
    expect(breaker.state).toBe('open');
    expect(() => breaker.enter()).toThrow(LlmError);
  });

  it('admits one probe at a time when half-open', () => {
    const { breaker, clock, fail } = createBreaker();
    fail();
    fail();
    clock.ms = 100;
    const leave = breaker.enter();
    expect(() => breaker.enter()).toThrow(LlmError);
    leave('ignored');
    breaker.enter()('succeeded');
    expect(breaker.state).toBe('closed');
  });

  it('stays open twice as long after each failed probe, up to a limit', () => {
    const { breaker, clock, fail } = createBreaker();
    fail();
    fail();
    for (const openMs of [200, 300, 300]) {
      clock.ms += 1000;
      fail();
      clock.ms += openMs - 1;
      expect(breaker.state).toBe('open');
      clock.ms += 1;
      expect(breaker.state).toBe('half-open');
    }
  });

  it('is not kept open by calls that started before it opened', () => {
    const { breaker, clock, fail } = createBreaker();
    const late = breaker.enter();
    fail();
    fail();
    clock.ms = 99;
    late('failed');
    clock.ms = 100;
    expect(breaker.state).toBe('half-open');
  });
});
