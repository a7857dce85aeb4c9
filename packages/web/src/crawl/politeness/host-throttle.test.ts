import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HostThrottle } from './host-throttle.ts';

const never = new AbortController().signal;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

function createThrottle(signal: AbortSignal = never): HostThrottle {
  // clock: a fake one.
  return new HostThrottle(() => Date.now(), signal);
}

/** Runs work of 10 ms each. @returns when each started, and how many ran at the same time */
async function runAll(
  throttle: HostThrottle,
  host: string,
  count: number,
): Promise<{ startsMs: number[]; concurrencyPeak: number }> {
  const startsMs: number[] = [];
  let running = 0;
  let concurrencyPeak = 0;
  const work = async () => {
    // clock: a fake one.
    startsMs.push(Date.now());
    concurrencyPeak = Math.max(concurrencyPeak, ++running);
    // clock: a fake one.
    await new Promise((resolve) => setTimeout(resolve, 10));
    running--;
  };
  const runs = Array.from({ length: count }, () => throttle.run(host, work));
  await vi.runAllTimersAsync();
  await Promise.all(runs);
  return { startsMs, concurrencyPeak };
}

function reportOutcomes(throttle: HostThrottle, outcome: 'success' | 'failure', count: number): void {
  for (let index = 0; index < count; index++) throttle.reportOutcome('a', outcome);
}

describe('HostThrottle', () => {
  it('runs at most eight requests to a host at the same time, independently of other hosts', async () => {
    const throttle = createThrottle();
    const [a, b] = await Promise.all([runAll(throttle, 'a', 30), runAll(throttle, 'b', 30)]);
    expect([a.concurrencyPeak, b.concurrencyPeak]).toEqual([8, 8]);
  });

  it('runs one request at a time with the delay between their starts', async () => {
    const throttle = createThrottle();
    throttle.setDelay('a', 40);
    expect(await runAll(throttle, 'a', 4)).toEqual({ startsMs: [0, 40, 80, 120], concurrencyPeak: 1 });
  });

  it('starts no request during a pause', async () => {
    const throttle = createThrottle();
    throttle.pause('a', 60);
    expect((await runAll(throttle, 'a', 1)).startsMs).toEqual([60]);
  });

  it('runs waiting work at once when the signal is aborted', async () => {
    const controller = new AbortController();
    const throttle = createThrottle(controller.signal);
    throttle.setDelay('a', 60_000);
    const started: string[] = [];
    const run = (name: string) =>
      throttle.run('a', async () => {
        started.push(name);
      });
    await run('first');
    const others = [run('delayed'), run('queued')];
    await vi.advanceTimersByTimeAsync(1000);
    expect(started).toEqual(['first']);
    controller.abort();
    await Promise.all(others);
    expect(started.sort()).toEqual(['delayed', 'first', 'queued']);
  });

  it('reduces concurrency and pauses after consecutive failures, and recovers with success', async () => {
    const throttle = createThrottle();
    reportOutcomes(throttle, 'failure', 4);
    const slowed = await runAll(throttle, 'a', 8);
    expect([slowed.concurrencyPeak, slowed.startsMs[0]]).toEqual([2, 400]);
    reportOutcomes(throttle, 'success', 8);
    expect((await runAll(throttle, 'a', 20)).concurrencyPeak).toBe(8);
    expect((await runAll(throttle, 'b', 20)).concurrencyPeak).toBe(8);
  });

  it('ignores two failures, and disables a host after 16 consecutive failures or a rate limit', async () => {
    const throttle = createThrottle();
    reportOutcomes(throttle, 'failure', 2);
    expect(await runAll(throttle, 'a', 8)).toMatchObject({ concurrencyPeak: 8 });
    reportOutcomes(throttle, 'failure', 13);
    expect(throttle.isDisabled('a')).toBe(false);
    reportOutcomes(throttle, 'failure', 1);
    expect(throttle.isDisabled('a')).toBe(true);
    throttle.reportOutcome('b', 'rate_limited');
    expect([throttle.isDisabled('b'), throttle.isDisabled('c')]).toEqual([true, false]);
  });
});
