import { describe, expect, it } from 'vitest';
import { FairSemaphore } from './fair-semaphore.ts';
import type { WorkObserver } from './work-observer.ts';

const never = new AbortController().signal;

/** Work that ends with a call of `end`. */
function heldWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

describe('FairSemaphore', () => {
  it('runs at most as many pieces of work as it has slots, and the flow with the least work next', async () => {
    const semaphore = new FairSemaphore(1);
    const order: string[] = [];
    const first = heldWork();
    const run = (flow: string, work: () => Promise<void> = async () => undefined) =>
      semaphore.run({ flow }, 100, never, async () => {
        order.push(flow);
        await work();
      });
    const all = [run('a', first.work), run('a'), run('a'), run('b')];
    expect([semaphore.running, semaphore.waiting]).toEqual([1, 3]);
    first.end();
    await Promise.all(all);
    expect(order).toEqual(['a', 'b', 'a', 'a']);
    expect([semaphore.running, semaphore.waiting]).toEqual([0, 0]);
  });

  it('removes aborted work from the queue and frees the slot of work that throws', async () => {
    const semaphore = new FairSemaphore(1);
    const events: string[] = [];
    const observer: WorkObserver = {
      queued: () => void events.push('queued'),
      started: () => void events.push('started'),
      finished: () => void events.push('finished'),
    };
    const first = heldWork();
    const running = semaphore.run({ flow: 'a' }, 1, never, async () => {
      await first.work();
      throw new Error('failed');
    });
    const stop = new AbortController();
    const waiting = semaphore.run({ flow: 'a', observer }, 1, stop.signal, async () => undefined);
    stop.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
    expect(events).toEqual(['queued', 'started', 'finished']);
    first.end();
    await expect(running).rejects.toThrow('failed');
    await expect(semaphore.run({ flow: 'a' }, 1, never, async () => 'next')).resolves.toBe('next');
  });
});
