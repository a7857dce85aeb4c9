import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PoolTask } from './pool-task.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const createTask = (ms: number): PoolTask =>
  new PoolTask({
    name: 'toy',
    input: undefined,
    jsonFields: [],
    caller: { flow: 'a' },
    estimate: { ms, isSmall: false },
  });

/** The fake time. */
const now = (): number => performance.now(); // clock: fake

/** Runs a task for a time and pauses it. */
function work(task: PoolTask, ms: number): void {
  task.resume();
  vi.advanceTimersByTime(ms);
  task.stopClock();
  task.pause();
}

describe('the rank of a paused task', () => {
  it.each([60_000, 400])('lets it take turns with others of its flow, however long it is: %d ms', (ms) => {
    const task = createTask(ms);
    work(task, 250);
    expect(task.place.rank).toBe(now() + 100);
    work(task, 20_000);
    expect(task.place.rank).toBe(now() + 100);
  });
});
