import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RunningTimeLimit } from './running-time-limit.ts';
import type { WorkCaller } from './work-observer.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function createLimit(caller: WorkCaller = { flow: 'a' }) {
  const onExceeded = vi.fn();
  const limit = new RunningTimeLimit(100, onExceeded);
  const { flow, observer } = limit.observe(caller);
  if (observer === undefined) throw new Error('There is no observer.');
  return { limit, onExceeded, flow, observer };
}

describe('RunningTimeLimit', () => {
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

  it('keeps the flow and notifies the observer of the caller', () => {
    const calls: unknown[] = [];
    const { flow, observer } = createLimit({
      flow: 'key',
      observer: {
        queued: () => calls.push('queued'),
        started: (waitedMs) => calls.push(['started', waitedMs]),
        finished: (workedMs) => calls.push(['finished', workedMs]),
      },
    });
    observer.queued();
    observer.started(5);
    observer.finished(7);
    expect([flow, calls]).toEqual(['key', ['queued', ['started', 5], ['finished', 7]]]);
  });
});
