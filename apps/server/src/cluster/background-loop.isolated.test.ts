import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BackgroundLoop } from './background-loop.ts';

// clock: `sleep` of node:timers/promises is not replaced by fake timers, so it is replaced here.
vi.mock('node:timers/promises', () => ({
  // clock: the fake one.
  setTimeout: (ms: number, value: unknown, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      // clock: the fake one.
      const timer = setTimeout(() => resolve(value), ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
    }),
}));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('BackgroundLoop', () => {
  it('runs the work at once, then after each interval, until it is stopped', async () => {
    const work = vi.fn(async () => undefined);
    const loop = new BackgroundLoop({ work, intervalMs: 100, onError: () => undefined });
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(350);
    expect(work).toHaveBeenCalledTimes(4);
    await loop.stop();
    await vi.advanceTimersByTimeAsync(1000);
    expect(work).toHaveBeenCalledTimes(4);
  });

  it('retries failed work after the retry interval, and reports repeated failures every 10 s', async () => {
    const work = vi.fn(async () => {
      throw new Error('unavailable');
    });
    const onError = vi.fn();
    const loop = new BackgroundLoop({ work, intervalMs: 60_000, retryMs: 1000, onError });
    await vi.advanceTimersByTimeAsync(9500);
    expect(work).toHaveBeenCalledTimes(10);
    expect(onError).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(onError).toHaveBeenCalledTimes(2);
    await loop.stop();
  });

  it('waits in stop for work that is in progress', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const loop = new BackgroundLoop({ work: () => promise, intervalMs: 100, onError: () => undefined });
    let isStopped = false;
    const stopped = loop.stop().then(() => {
      isStopped = true;
    });
    await vi.advanceTimersByTimeAsync(1000);
    expect(isStopped).toBe(false);
    resolve();
    await stopped;
  });
});
