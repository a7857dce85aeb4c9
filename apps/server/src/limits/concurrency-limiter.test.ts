import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';

const create = (waitMs: number) =>
  new ConcurrencyLimiter({ waitingPerKeyMax: 100, waitingMax: 100, waitMaxMs: waitMs, runningMax: 100 });
const enter = (admission: ConcurrencyLimiter, key = 'a') => admission.acquire(key, 1, new AbortController());

describe('admission', () => {
  it('refuses at once what would wait too long by how long requests of the key have taken', async () => {
    const admission = create(1000);
    const leave = await enter(admission);
    const second = enter(admission);
    await sleep(400);
    leave();
    const leaveSecond = await second;
    const waiting = [enter(admission), enter(admission)];
    await expect(enter(admission)).rejects.toMatchObject({
      code: 'too_many_running',
      message: expect.stringContaining('2 requests of this key are waiting'),
    });
    expect(admission.waiting).toBe(2);
    leaveSecond();
    for (const next of waiting) (await next)();
    expect([admission.running, admission.waiting]).toEqual([0, 0]);
  });

  it('lets other keys in meanwhile', async () => {
    const admission = create(1000);
    await enter(admission, 'a');
    const leave = await enter(admission, 'b');
    leave();
    expect(admission.running).toBe(1);
  });
});
