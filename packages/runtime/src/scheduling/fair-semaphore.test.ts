import { describe, expect, it } from 'vitest';
import { FairSemaphore } from './fair-semaphore.ts';

const never = new AbortController().signal;

/** Work that ends when `end` is called. */
function heldWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

describe('a fair semaphore', () => {
  it('runs no more than its slots at once, and the flow that had least next', async () => {
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

  it('lets an abort leave the queue, and frees the slot of work that throws', async () => {
    const semaphore = new FairSemaphore(1);
    const events: string[] = [];
    const observer = {
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
