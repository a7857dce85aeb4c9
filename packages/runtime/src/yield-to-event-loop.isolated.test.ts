import { afterEach, expect, it, vi } from 'vitest';
import { yieldIfDue } from './yield-to-event-loop.ts';

afterEach(() => vi.useRealTimers());

it('limits eight concurrent workers together to one time slice per turn', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  /** Rounds of 2 ms, all workers together, in each turn of the event loop. */
  const roundsOfTurns: number[] = [0];
  let isRunning = true;
  const countTurns = (): void => {
    roundsOfTurns.push(0);
    if (isRunning) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const work = async () => {
    for (let round = 0; round < 40; round++) {
      const pause = yieldIfDue();
      if (pause) await pause;
      vi.advanceTimersByTime(2);
      roundsOfTurns.push((roundsOfTurns.pop() ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  isRunning = false;
  // One slice of 8 ms has four rounds, and each of seven others may begin one; a slice for each would have 32.
  expect(Math.max(...roundsOfTurns)).toBeLessThan(16);
});
