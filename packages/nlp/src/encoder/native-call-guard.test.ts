import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { CanceledError, NativeCallGuard } from '@quern/runtime/pool/native-call-guard';
import { describe, expect, it } from 'vitest';

describe('the guard of native work', () => {
  it('lets work through until it is stopped, then none', async () => {
    const guard = new NativeCallGuard();
    expect(await guard.run(async () => 1)).toBe(1);
    expect(await guard.run(async () => 2)).toBe(2);
    expect(guard.cancel()).toBe(true);
    expect(guard.cancel()).toBe(true);
    let began = false;
    const late = guard.run(async () => {
      began = true;
    });
    await expect(late).rejects.toThrow(CanceledError);
    expect(began).toBe(false);
  });

  it('says that a thread is inside, and ends the work after the call', async () => {
    const guard = new NativeCallGuard();
    const { promise, resolve } = Promise.withResolvers<void>();
    const work = guard.run(() => promise);
    const elsewhere = new NativeCallGuard(guard.state);
    expect(elsewhere.cancel()).toBe(false);
    expect(elsewhere.cancel()).toBe(false);
    resolve();
    await expect(work).rejects.toThrow(CanceledError);
    expect(elsewhere.cancel()).toBe(true);
  });

  it('is left after work that failed', async () => {
    const guard = new NativeCallGuard();
    const failing = guard.run(() => Promise.reject(new Error('no such graph')));
    await expect(failing).rejects.toThrow('no such graph');
    expect(await guard.run(async () => 1)).toBe(1);
  });

  it('brings threads to an end at any moment without ending the process', async () => {
    for (let round = 0; round < 6; round += 1) {
      const guard = new NativeCallGuard();
      const folder = fileURLToPath(new URL('./fixtures/tiny-encoder/', import.meta.url));
      const worker = new Worker(
        new URL('../../../nlp/src/encoder/fixtures/encoder-worker.ts', import.meta.url),
        {
          workerData: { folder, state: guard.state },
        },
      );
      await once(worker, 'message');
      await new Promise((resolve) => setTimeout(resolve, round * 5));
      if (!guard.cancel()) expect(await once(worker, 'message')).toEqual(['CanceledError']);
      expect(await worker.terminate()).toBeTypeOf('number');
    }
  });
});
