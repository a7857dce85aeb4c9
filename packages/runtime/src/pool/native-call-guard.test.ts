import { describe, expect, it } from 'vitest';
import { CanceledError, NativeCallGuard } from './native-call-guard.ts';

describe('NativeCallGuard', () => {
  it('runs calls until it is canceled, then none', async () => {
    const guard = new NativeCallGuard();
    expect(await guard.run(async () => 1)).toBe(1);
    expect(await guard.run(async () => 2)).toBe(2);
    expect(guard.cancel()).toBe(true);
    expect(guard.cancel()).toBe(true);
    let hasStarted = false;
    const late = guard.run(async () => {
      hasStarted = true;
    });
    await expect(late).rejects.toThrow(CanceledError);
    expect(hasStarted).toBe(false);
  });

  it('returns false from cancel during a call, and rejects after the call', async () => {
    const guard = new NativeCallGuard();
    const { promise, resolve } = Promise.withResolvers<void>();
    const call = guard.run(() => promise);
    const inOtherThread = new NativeCallGuard(guard.state);
    expect(inOtherThread.cancel()).toBe(false);
    expect(inOtherThread.cancel()).toBe(false);
    resolve();
    await expect(call).rejects.toThrow(CanceledError);
    expect(inOtherThread.cancel()).toBe(true);
  });

  it('runs the next call after one that rejects', async () => {
    const guard = new NativeCallGuard();
    const failing = guard.run(() => Promise.reject(new Error('no such graph')));
    await expect(failing).rejects.toThrow('no such graph');
    expect(await guard.run(async () => 1)).toBe(1);
  });
});
