import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TimeLimit, type TimeLimitOptions } from './time-limit.ts';
import type { WorkObserver } from './work-observer.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function createLimit(options: Partial<TimeLimitOptions> = {}) {
  const onExceeded = vi.fn();
  const limit = new TimeLimit({ limitMs: 100, onExceeded, countsIdle: false, ...options });
  return { limit, onExceeded, observer: limit as WorkObserver };
}

describe('TimeLimit of running work', () => {
  it('does not count the time in queues', () => {
    const { onExceeded, observer } = createLimit();
    for (let task = 0; task < 3; task += 1) {
      observer.queued();
      vi.advanceTimersByTime(1000);
      observer.started(1000);
      vi.advanceTimersByTime(30);
      observer.finished(30);
    }
    vi.advanceTimersByTime(1000);
    expect(onExceeded).not.toHaveBeenCalled();
    observer.queued();
    observer.started(0);
    vi.advanceTimersByTime(9);
    expect(onExceeded).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onExceeded).toHaveBeenCalledOnce();
    observer.finished(10);
  });

  it('counts tasks that run at the same time once', () => {
    const { onExceeded, observer } = createLimit();
    observer.started(0);
    observer.started(0);
    vi.advanceTimersByTime(60);
    observer.finished(60);
    vi.advanceTimersByTime(39);
    expect(onExceeded).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onExceeded).toHaveBeenCalledOnce();
  });

  it('is not exceeded after it was stopped', () => {
    const { limit, onExceeded, observer } = createLimit();
    observer.started(0);
    limit.stop();
    observer.started(0);
    vi.advanceTimersByTime(1000);
    expect(onExceeded).not.toHaveBeenCalled();
  });

  it('notifies the observer', () => {
    const calls: unknown[] = [];
    const { observer } = createLimit({
      observer: {
        queued: () => calls.push('queued'),
        started: (waitedMs) => calls.push(['started', waitedMs]),
        paused: () => calls.push('paused'),
        resumed: () => calls.push('resumed'),
        finished: (workedMs) => calls.push(['finished', workedMs]),
      },
    });
    observer.queued();
    observer.started(5);
    observer.paused?.();
    observer.resumed?.();
    observer.finished(7);
    expect(calls).toEqual(['queued', ['started', 5], 'paused', 'resumed', ['finished', 7]]);
  });
});

describe('TimeLimit that counts idle time', () => {
  const createIdle = () => {
    const inner = { queued: vi.fn(), started: vi.fn(), finished: vi.fn() };
    return { ...createLimit({ limitMs: 1000, countsIdle: true, observer: inner }), inner };
  };

  it('is exceeded once, after the time that was not spent waiting', () => {
    const { limit, onExceeded, inner } = createIdle();
    vi.advanceTimersByTime(400);
    limit.queued();
    vi.advanceTimersByTime(60_000);
    limit.started(60_000);
    vi.advanceTimersByTime(300);
    limit.paused();
    vi.advanceTimersByTime(60_000);
    limit.resumed();
    vi.advanceTimersByTime(299);
    expect(onExceeded).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onExceeded).toHaveBeenCalledTimes(1);
    limit.finished(600);
    vi.advanceTimersByTime(60_000);
    expect(onExceeded).toHaveBeenCalledTimes(1);
    expect(inner.started).toHaveBeenCalledWith(60_000);
    expect(inner.finished).toHaveBeenCalledWith(600);
  });

  it('counts while one of several pieces of work runs', () => {
    const { limit, onExceeded } = createIdle();
    for (let at = 0; at < 2; at += 1) limit.queued();
    limit.started(0);
    vi.advanceTimersByTime(1000);
    expect(onExceeded).toHaveBeenCalledTimes(1);
  });

  it('is not exceeded after it was stopped', () => {
    const { limit, onExceeded } = createIdle();
    limit.queued();
    limit.stop();
    limit.started(1);
    vi.advanceTimersByTime(60_000);
    expect(onExceeded).not.toHaveBeenCalled();
  });
});
