import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonFragment } from '../json-fragment.ts';
import type { WorkCaller } from '../scheduling/work-observer.ts';
import type { ToyTasks } from './fixtures/toy-worker.ts';
import { WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';

const pools: WorkerPool<ToyTasks>[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const pool of pools.splice(0)) await pool.close();
});

function createPool(options: Partial<WorkerPoolOptions<ToyTasks>> = {}): WorkerPool<ToyTasks> {
  const pool = new WorkerPool<ToyTasks>({
    workerUrl: new URL('./fixtures/toy-worker.ts', import.meta.url),
    estimate: (name) => ({ ms: 1, isSmall: name === 'identify' }),
    threads: 1,
    ...options,
  });
  pools.push(pool);
  return pool;
}

/** Two numbers that the threads share with the test. */
const sharedPair = (): Int32Array => new Int32Array(new SharedArrayBuffer(8));

/** A caller, and a promise that resolves when its work starts. */
function startingCaller(flow: string): { caller: WorkCaller; started: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const observer = { queued: () => undefined, started: () => resolve(), finished: () => undefined };
  return { caller: { flow, observer }, started: promise };
}

describe('WorkerPool', () => {
  it('runs tasks in one thread and returns their results', async () => {
    const pool = createPool();
    const [first, second] = await Promise.all([
      pool.run('identify', undefined),
      pool.run('compute', { ms: 4 }),
    ]);
    expect(first).toBeGreaterThan(0);
    expect(second).toBe(first);
    expect([pool.running, pool.waiting, pool.liveThreads]).toEqual([0, 0, 1]);
  });

  it('rejects with the engine error of a task that refused its input', async () => {
    await expect(createPool().run('refuse', undefined)).rejects.toMatchObject({
      name: 'EngineError',
      id: 'toy.refused',
      message: 'This input is refused.',
    });
  });

  it('rejects with the error of a task that has a bug', async () => {
    await expect(createPool().run('crash', undefined)).rejects.toThrow(TypeError);
  });

  it('returns the requested fields as JSON', async () => {
    const result = await createPool().run('list', 3, { jsonFields: ['items'] });
    const items: JsonFragment = result.items;
    expect(Buffer.from(items.bytes).toString()).toBe('[0,1,2]');
    expect(result.count).toBe(3);
  });

  it('moves memory of a result that the task transfers, also next to fields as JSON', async () => {
    const pool = createPool({ threads: 1 });
    const first = await pool.run('fill', { length: 100_000 });
    expect([first.bytes.length, first.bytes[99_999], first.wasMoved]).toEqual([100_000, 7, undefined]);
    const second = await pool.run('fill', { length: 10 }, { jsonFields: ['wasMoved'] });
    expect([second.bytes.length, Buffer.from(second.wasMoved.bytes).toString()]).toEqual([10, 'true']);
    expect((await pool.run('fill', { length: 1 })).wasMoved).toBe(true);
  });

  it('pauses a long task for a task of another flow and resumes it in the same thread', async () => {
    const pool = createPool();
    const { caller, started } = startingCaller('long');
    const done = sharedPair();
    const long = pool.run('computeUntil', { done }, { caller });
    await started;
    const other = await pool.run('identify', undefined, { caller: { flow: 'other' } });
    Atomics.store(done, 0, 1);
    expect(await long).toBe(other);
    expect(Atomics.load(done, 1)).toBe(1);
  });

  it('terminates and replaces the thread of an aborted task that never yields', async () => {
    const pool = createPool({ cancelGraceMs: 1 });
    const before = await pool.run('identify', undefined);
    const started = new Int32Array(new SharedArrayBuffer(4));
    const stop = new AbortController();
    const spinning = pool.run('spinForever', { started }, { signal: stop.signal });
    await Atomics.waitAsync(started, 0, 0).value;
    stop.abort(new Error('enough'));
    await expect(spinning).rejects.toThrow('enough');
    expect(await pool.run('identify', undefined)).not.toBe(before);
  });

  it('keeps the thread of an aborted task that yields', async () => {
    const pool = createPool({ cancelGraceMs: 60_000 });
    const before = await pool.run('identify', undefined);
    const { caller, started } = startingCaller('a');
    const stop = new AbortController();
    const work = pool.run('compute', { ms: 60_000 }, { caller, signal: stop.signal });
    await started;
    stop.abort(new Error('enough'));
    await expect(work).rejects.toThrow('enough');
    expect(await pool.run('identify', undefined)).toBe(before);
  });

  it('waits for a native call to end instead of terminating its thread', async () => {
    const pool = createPool({ cancelGraceMs: 1 });
    const before = await pool.run('identify', undefined);
    const stop = new AbortController();
    const done = sharedPair();
    const work = pool.run('callNative', { done }, { signal: stop.signal });
    await expect.poll(() => Atomics.load(done, 1)).toBe(1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    stop.abort(new Error('enough'));
    await expect(work).rejects.toThrow('enough');
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    Atomics.store(done, 0, 1);
    expect(await pool.run('identify', undefined)).toBe(before);
  });

  it('removes an aborted task from the queue without running it', async () => {
    const pool = createPool();
    const first = pool.run('compute', { ms: 50 });
    const stop = new AbortController();
    const waiting = pool.run('compute', { ms: 50 }, { signal: stop.signal });
    expect(pool.waiting).toBe(1);
    stop.abort(new Error('left'));
    expect(pool.waiting).toBe(0);
    await expect(waiting).rejects.toThrow('left');
    await first;
  });

  it('restarts a paused task in a new thread when another task ends their thread', async () => {
    const pool = createPool();
    const { caller, started } = startingCaller('long');
    const done = sharedPair();
    const long = pool.run('computeUntil', { done }, { caller });
    await started;
    await expect(pool.run('exit', undefined, { caller: { flow: 'other' } })).rejects.toThrow();
    await expect.poll(() => Atomics.load(done, 1)).toBe(2);
    Atomics.store(done, 0, 1);
    expect(await long).toBeGreaterThan(0);
    expect([pool.running, pool.waiting]).toEqual([0, 0]);
  });

  it('replaces the thread after the maximum number of tasks', async () => {
    const pool = createPool({ tasksPerThreadMax: 2 });
    const threads: number[] = [];
    for (let task = 0; task < 4; task += 1) threads.push(await pool.run('identify', undefined));
    expect(threads[1]).toBe(threads[0]);
    expect(threads[2]).not.toBe(threads[1]);
    expect(threads[3]).toBe(threads[2]);
  });

  it('replaces the thread after an unexpected error, and only then, when asked to', async () => {
    const pool = createPool({ replacesThreadOnError: true });
    const first = await pool.run('identify', undefined);
    await expect(pool.run('refuse', undefined)).rejects.toThrow();
    expect(await pool.run('identify', undefined)).toBe(first);
    await expect(pool.run('crash', undefined)).rejects.toThrow();
    expect(await pool.run('identify', undefined)).not.toBe(first);
  });

  it('ends idle threads', async () => {
    const pool = createPool({ idleMs: 10 });
    await pool.run('identify', undefined);
    await expect.poll(() => pool.liveThreads).toBe(0);
  });

  it('runs small tasks in a reserved thread while large ones have all others', async () => {
    const pool = createPool({ warmUp: { name: 'identify', input: undefined } });
    const { caller, started } = startingCaller('same');
    const stop = new AbortController();
    const large = pool.run('compute', { ms: 60_000 }, { caller, signal: stop.signal });
    await started;
    expect(await pool.run('identify', undefined, { caller: { flow: 'same' } })).toBeGreaterThan(0);
    stop.abort(new Error('enough'));
    await expect(large).rejects.toThrow('enough');
  });

  it('never gives all threads to one flow: another one has a spare thread meanwhile', async () => {
    const pool = createPool({ threads: 2, spareAfterMs: 20 });
    const done = sharedPair();
    const hog = { caller: { flow: 'hog' } };
    const native = [0, 1, 2].map(() => pool.run('callNative', { done }, hog));
    await expect.poll(() => pool.running).toBe(2);
    const other = await pool.run('identify', undefined, { caller: { flow: 'other' } });
    expect(other).toBeGreaterThan(0);
    expect([pool.running, pool.waiting]).toEqual([2, 1]);
    Atomics.store(done, 0, 1);
    await Promise.all(native);
  });

  it('lets short tasks of a flow overtake its long ones, in the queue and while they run', async () => {
    const estimate = (name: string) => ({ ms: name === 'identify' ? 1 : 60_000, isSmall: false });
    const pool = createPool({ estimate });
    const { caller, started } = startingCaller('same');
    const done = sharedPair();
    const long = [0, 1].map(() => pool.run('computeUntil', { done }, { caller }));
    await started;
    // Both long tasks arrived first; the second is not started.
    await pool.run('identify', undefined, { caller });
    expect(Atomics.load(done, 1)).toBe(1);
    Atomics.store(done, 0, 1);
    await Promise.all(long);
  });

  it('continues a long task between the short ones of its flow, however many arrive', async () => {
    const estimate = (name: string) => ({ ms: name === 'compute' ? 60_000 : 1, isSmall: false });
    const pool = createPool({ estimate });
    const { caller, started } = startingCaller('same');
    let isDone = false;
    const long = pool.run('compute', { ms: 300 }, { caller }).then(() => {
      isDone = true;
    });
    await started;
    const shorts = async (): Promise<void> => {
      while (!isDone) await pool.run('identify', undefined, { caller });
    };
    // Two at a time: one of them always waits.
    await Promise.all([long, shorts(), shorts()]);
    expect(isDone).toBe(true);
  });

  it('reports pauses to the observer', async () => {
    const pool = createPool();
    const events: string[] = [];
    const { promise: started, resolve } = Promise.withResolvers<void>();
    const observer = {
      queued: () => void events.push('queued'),
      started: () => {
        events.push('started');
        resolve();
      },
      paused: () => void events.push('paused'),
      resumed: () => void events.push('resumed'),
      finished: () => void events.push('finished'),
    };
    const done = sharedPair();
    const long = pool.run('computeUntil', { done }, { caller: { flow: 'a', observer } });
    await started;
    await pool.run('identify', undefined, { caller: { flow: 'b' } });
    Atomics.store(done, 0, 1);
    await long;
    expect(events).toEqual(['queued', 'started', 'paused', 'resumed', 'finished']);
  });

  it('rejects running and waiting tasks when closed, and new ones afterward', async () => {
    const pool = createPool();
    const { caller, started } = startingCaller('a');
    const running = expect(pool.run('compute', { ms: 60_000 }, { caller })).rejects.toThrow('closed');
    const waiting = expect(pool.run('compute', { ms: 60_000 }, { caller })).rejects.toThrow('closed');
    await started;
    await pool.close();
    await Promise.all([running, waiting]);
    await expect(pool.run('identify', undefined)).rejects.toThrow('closed');
  });
});
