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
  it('is kept until the task has waited as long as it may be overtaken', () => {
    const task = createTask(60_000);
    const { rank } = task.place;
    work(task, 9000);
    expect(task.place.rank).toBe(rank);
    work(task, 2000);
    expect(task.place.rank).toBe(now() + 10_000);
  });

  it('comes before longer tasks by its remaining time', () => {
    const [long, short] = [createTask(60_000), createTask(400)];
    vi.advanceTimersByTime(20_000);
    work(long, 100);
    work(short, 250);
    expect(short.place.rank).toBe(now() + 150);
    expect(short.place.rank).toBeLessThan(long.place.rank ?? 0);
  });

  it('is that of a short one if the task takes longer than expected', () => {
    const task = createTask(400);
    work(task, 5000);
    expect(task.place.rank).toBe(now() + 100);
  });
});
