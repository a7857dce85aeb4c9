import { describe, expect, it } from 'vitest';
import { abortable, Deadline, waitAtMost } from './deadline.ts';

const never = new Promise<never>(() => undefined);

describe('Deadline', () => {
  it('aborts with a TimeoutError when the time limit passes first', async () => {
    const deadline = new Deadline(1);
    await expect(abortable(never, deadline.signal)).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(deadline).toMatchObject({ isExpired: true, isAborted: false });
  });

  it("aborts with the caller's reason when the caller aborts first", async () => {
    const caller = new AbortController();
    const deadline = new Deadline(60_000, caller.signal);
    const waiting = abortable(never, deadline.signal);
    caller.abort(new Error('client gone'));
    await expect(waiting).rejects.toThrow('client gone');
    expect(deadline).toMatchObject({ isExpired: false, isAborted: true });
    deadline.clear();
  });

  it('is aborted from the start when the caller already aborted', () => {
    const deadline = new Deadline(60_000, AbortSignal.abort(new Error('client gone')));
    expect(deadline.signal.aborted).toBe(true);
    deadline.clear();
  });

  it('ignores the caller after clear', () => {
    const caller = new AbortController();
    const deadline = new Deadline(60_000, caller.signal);
    deadline.clear();
    caller.abort();
    expect(deadline.signal.aborted).toBe(false);
  });
});

describe('abortable', () => {
  it('returns the value of work that ends first', async () => {
    expect(await abortable(Promise.resolve(7), new AbortController().signal)).toBe(7);
  });

  it('rejects without waiting when the signal was already aborted', async () => {
    await expect(abortable(never, AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
  });
});

describe('waitAtMost', () => {
  it('returns undefined when the time passes first', async () => {
    expect(await waitAtMost(never, 1)).toBeUndefined();
  });

  it('returns the value of work that ends in time, and passes its error on', async () => {
    expect(await waitAtMost(Promise.resolve('done'), 60_000)).toBe('done');
    await expect(waitAtMost(Promise.reject(new Error('broken')), 60_000)).rejects.toThrow('broken');
  });
});
