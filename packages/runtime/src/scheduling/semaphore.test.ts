import { describe, expect, it } from 'vitest';
import { Semaphore } from './semaphore.ts';

/** Records the order in which waiting callers are granted a slot. */
function waitFor(semaphore: Semaphore, names: readonly string[]): string[] {
  const granted: string[] = [];
  for (const name of names) void semaphore.acquire().then(() => granted.push(name));
  return granted;
}

/** Lets the callbacks of resolved promises run. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('Semaphore', () => {
  it('grants at most its number of slots, in the order of the calls', async () => {
    const semaphore = new Semaphore(2);
    const granted = waitFor(semaphore, ['a', 'b', 'c', 'd']);
    await settle();
    expect([granted, semaphore.inUse, semaphore.waiting]).toEqual([['a', 'b'], 2, 2]);
    semaphore.release();
    await settle();
    expect(granted).toEqual(['a', 'b', 'c']);
  });

  it('removes an aborted caller from the queue and rejects with its reason', async () => {
    const semaphore = new Semaphore(1);
    await semaphore.acquire();
    const controller = new AbortController();
    const aborted = semaphore.acquire(controller.signal);
    const granted = waitFor(semaphore, ['next']);
    controller.abort(new Error('left'));
    await expect(aborted).rejects.toThrow('left');
    expect(semaphore.waiting).toBe(1);
    semaphore.release();
    await settle();
    expect([granted, semaphore.inUse]).toEqual([['next'], 1]);
    await expect(semaphore.acquire(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  });

  it('keeps a slot that was granted before the abort', async () => {
    const semaphore = new Semaphore(1);
    const controller = new AbortController();
    await semaphore.acquire(controller.signal);
    controller.abort();
    expect(semaphore.inUse).toBe(1);
  });

  it('grants more slots when it grows, and fewer after releases when it shrinks', async () => {
    const semaphore = new Semaphore(2);
    const granted = waitFor(semaphore, ['a', 'b', 'c', 'd']);
    semaphore.resize(3);
    await settle();
    expect(granted).toEqual(['a', 'b', 'c']);
    semaphore.resize(1);
    semaphore.release();
    semaphore.release();
    await settle();
    expect([granted.length, semaphore.inUse]).toEqual([3, 1]);
    semaphore.release();
    await settle();
    expect(granted).toEqual(['a', 'b', 'c', 'd']);
  });

  it('releases the slot of work that throws', async () => {
    const semaphore = new Semaphore(1);
    await expect(semaphore.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await expect(semaphore.run(async () => 'next')).resolves.toBe('next');
    expect(semaphore.inUse).toBe(0);
  });
});
