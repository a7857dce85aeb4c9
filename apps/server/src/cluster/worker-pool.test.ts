import { describe, expect, it } from 'vitest';
import { StorageUnavailableError } from '../storage/driver/storage-unavailable-error.ts';
import type { Job } from '../storage/jobs/job.ts';
import { WorkerPool } from './worker-pool.ts';

type State = Pick<Job, 'status' | 'finishedAt' | 'progress' | 'progressMessage'>;

const queued: State = { status: 'queued', finishedAt: null, progress: 0, progressMessage: null };
const running: State = { ...queued, status: 'running' };
const succeeded: State = { ...queued, status: 'succeeded', finishedAt: 5, progress: 1 };

/** A pool whose job has the given states, one after the other, and then the last one. */
function createPool(states: readonly (State | Error | undefined)[], { workers = 1 } = {}) {
  const state = { workers, looks: 0, nowMs: 0, listener: (_id?: string): void => undefined };
  const pool = new WorkerPool({
    jobs: {
      findAwaited: async () => {
        const found = states[Math.min(state.looks, states.length - 1)];
        state.looks += 1;
        if (found instanceof Error) throw found;
        return found as Job | undefined;
      },
      onEnded: (listener) => {
        state.listener = listener;
        return () => undefined;
      },
    },
    nodes: { countWorkers: async () => state.workers },
    nodeId: 'node_a',
    queueTimeMs: 1000,
    scheduleCancellation: () => undefined,
    intervalMs: 1,
    monotonicNow: () => state.nowMs,
  });
  const progress: unknown[] = [];
  const { signal } = new AbortController();
  const onProgress = (fraction: number, message?: string): void => void progress.push([fraction, message]);
  return {
    pool,
    state,
    progress,
    wait: (abort = signal) => pool.waitFor('job', { signal: abort, onProgress }),
  };
}

describe('WorkerPool', () => {
  it('returns a job once it has ended, and reports its progress', async () => {
    const half = { ...running, progress: 0.5, progressMessage: 'page 2 of 4' };
    const { wait, progress } = createPool([queued, running, half, half, succeeded]);
    expect(await wait()).toEqual(succeeded);
    expect(progress).toEqual([[0.5, 'page 2 of 4']]);
  });

  it('looks again when the end is announced', async () => {
    const { wait, state } = createPool([running, succeeded]);
    const waiting = wait();
    state.listener('job');
    state.listener();
    expect(await waiting).toEqual(succeeded);
  });

  it('gives a job back that waits while no worker is left', async () => {
    expect(await createPool([queued], { workers: 0 }).wait()).toBeUndefined();
    expect(await createPool([running, succeeded], { workers: 0 }).wait()).toEqual(succeeded);
  });

  it('refuses a job that no worker starts in time', async () => {
    const { wait, state } = createPool([queued]);
    const waiting = wait();
    state.nowMs = 1001;
    await expect(waiting).rejects.toMatchObject({ code: 'overloaded', retryAfterSeconds: 5 });
  });

  it('refuses a job that another node has ended', async () => {
    for (const ended of [undefined, { ...queued, status: 'canceled' as const, finishedAt: 1 }]) {
      await expect(createPool([ended]).wait()).rejects.toMatchObject({ code: 'overloaded' });
    }
  });

  it('waits on while the database is unavailable, and not after another error', async () => {
    const unavailable = new StorageUnavailableError('the connection was lost');
    expect(await createPool([running, unavailable, unavailable, succeeded]).wait()).toEqual(succeeded);
    await expect(createPool([running, new Error('a fault')]).wait()).rejects.toThrow('a fault');
  });

  it('stops waiting for an unavailable database with the reason of the signal', async () => {
    const controller = new AbortController();
    const waiting = createPool([new StorageUnavailableError('lost')]).wait(controller.signal);
    controller.abort(new Error('the client has disconnected'));
    await expect(waiting).rejects.toThrow('the client has disconnected');
  });

  it('stops with the reason of the signal', async () => {
    const controller = new AbortController();
    const waiting = createPool([running]).wait(controller.signal);
    controller.abort(new Error('the client has disconnected'));
    await expect(waiting).rejects.toThrow('the client has disconnected');
  });

  it('has no workers if they cannot be counted', async () => {
    const { pool } = createPool([queued], { workers: 0 });
    expect(await pool.isAvailable()).toBe(false);
    expect(await createPool([queued]).pool.isAvailable()).toBe(true);
  });
});
