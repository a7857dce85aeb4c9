import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TimeLimit } from './time-limit.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start() {
  const exceeded = vi.fn();
  const observer = { queued: vi.fn(), started: vi.fn(), finished: vi.fn() };
  return { limit: new TimeLimit(1000, exceeded, observer), exceeded, observer };
}

it('is exceeded once, after the time that was not spent waiting', () => {
  const { limit, exceeded, observer } = start();
  vi.advanceTimersByTime(400);
  limit.queued();
  vi.advanceTimersByTime(60_000);
  limit.started(60_000);
  vi.advanceTimersByTime(300);
  limit.paused();
  vi.advanceTimersByTime(60_000);
  limit.resumed();
  vi.advanceTimersByTime(299);
  expect(exceeded).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(exceeded).toHaveBeenCalledTimes(1);
  limit.finished(600);
  vi.advanceTimersByTime(60_000);
  expect(exceeded).toHaveBeenCalledTimes(1);
  expect(observer.started).toHaveBeenCalledWith(60_000);
  expect(observer.finished).toHaveBeenCalledWith(600);
});

it('counts while one of several pieces of work runs', () => {
  const { limit, exceeded } = start();
  for (let at = 0; at < 2; at += 1) limit.queued();
  limit.started(0);
  vi.advanceTimersByTime(1000);
  expect(exceeded).toHaveBeenCalledTimes(1);
});

it('is not exceeded after it was stopped', () => {
  const { limit, exceeded } = start();
  limit.queued();
  limit.stop();
  limit.started(1);
  vi.advanceTimersByTime(60_000);
  expect(exceeded).not.toHaveBeenCalled();
});
