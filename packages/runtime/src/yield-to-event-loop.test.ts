import { describe, expect, it } from 'vitest';
import { longestTurnMs } from './testing/longest-turn.ts';
import { yieldIfDue } from './yield-to-event-loop.ts';

describe('yieldIfDue', () => {
  it('limits eight concurrent workers together to one time slice per turn', async () => {
    const work = async () => {
      for (let round = 0; round < 40; round++) {
        const pause = yieldIfDue();
        if (pause) await pause;
        const until = performance.now() + 2;
        while (performance.now() < until);
      }
    };
    // One slice is 8 ms; without a shared limit, a turn would have eight.
    expect(await longestTurnMs(() => Promise.all(Array.from({ length: 8 }, work)))).toBeLessThan(40);
  });
});
