import { setTimeout as sleep } from 'node:timers/promises';
import type { KillUnderLoadOptions } from '../service/kill-under-load.ts';

/** A kill happens after a random number of responses up to this one. */
const responsesBeforeKillMax = 60;
const delayMaxMs = 30;

/**
 * Kills at random moments of the load, until some minutes have passed.
 *
 * @param killsMin number of kills, also if they take longer
 */
export function killAtRandom(minutes: number, killsMin: number): KillUnderLoadOptions['untilKill'] {
  const endMs = performance.now() + minutes * 60_000;
  return async (load, kills) => {
    if (kills >= killsMin && performance.now() >= endMs) return false;
    await load.acknowledged(1 + Math.floor(Math.random() * responsesBeforeKillMax));
    await sleep(Math.random() * delayMaxMs);
    return true;
  };
}
