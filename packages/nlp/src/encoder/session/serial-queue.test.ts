import { describe, expect, it } from 'vitest';
import { SerialQueue } from './serial-queue.ts';

describe('SerialQueue', () => {
  it('starts a call only after the earlier ones have settled', async () => {
    const queue = new SerialQueue();
    const events: string[] = [];
    const first = Promise.withResolvers<void>();
    const both = [
      queue.run(async () => {
        events.push('first starts');
        await first.promise;
        events.push('first ends');
      }),
      queue.run(async () => events.push('second starts')),
    ];
    first.resolve();
    await Promise.all(both);
    expect(events).toEqual(['first starts', 'first ends', 'second starts']);
  });

  it('runs the next call after one that rejects', async () => {
    const queue = new SerialQueue();
    const failed = queue.run(() => Promise.reject(new Error('failed')));
    const next = queue.run(async () => 2);
    await expect(failed).rejects.toThrow('failed');
    expect(await next).toBe(2);
  });
});
