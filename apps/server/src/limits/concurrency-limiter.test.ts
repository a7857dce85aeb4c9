import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConcurrencyLimiter, type ConcurrencyLimiterOptions } from './concurrency-limiter.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const create = (options: Partial<ConcurrencyLimiterOptions> = {}) =>
  new ConcurrencyLimiter({
    waitingPerKeyMax: 100,
    waitingMax: 100,
    waitMaxMs: 1000,
    runningMax: 100,
    ...options,
  });
const acquire = async (limiter: ConcurrencyLimiter, key = 'a', controller = new AbortController()) =>
  limiter.acquire({ keyId: key, runningMax: 1, expectedMs: 0 }, controller);

it('gives a free slot at once, and a promise of one that is taken', async () => {
  const limiter = create();
  const slot = { keyId: 'a', runningMax: 1, expectedMs: 0 };
  const release = limiter.acquire(slot, new AbortController());
  const waiting = limiter.acquire(slot, new AbortController());
  if (typeof release !== 'function') throw new Error('the slot was free');
  expect(waiting).toBeInstanceOf(Promise);
  release();
  (await waiting)();
  expect(limiter.running).toBe(0);
});

describe('a key that may run one request', () => {
  it('runs its requests one after the other, in arrival order', async () => {
    const limiter = create();
    const releaseFirst = await acquire(limiter);
    const order: string[] = [];
    const second = acquire(limiter).then((release) => {
      order.push('second');
      release();
    });
    const third = acquire(limiter).then((release) => {
      order.push('third');
      release();
    });
    expect([limiter.running, limiter.waiting]).toEqual([1, 2]);
    releaseFirst();
    releaseFirst();
    await Promise.all([second, third]);
    expect(order).toEqual(['second', 'third']);
    expect([limiter.running, limiter.waiting]).toEqual([0, 0]);
  });

  it('runs short requests before long ones that have not waited as long as they take', async () => {
    const limiter = create({ waitMaxMs: 60_000 });
    const request = async (expectedMs: number) =>
      limiter.acquire({ keyId: 'a', runningMax: 1, expectedMs }, new AbortController());
    const release = await request(0);
    const order: string[] = [];
    const start = (name: string, expectedMs: number) =>
      request(expectedMs).then((releaseNext) => {
        order.push(name);
        releaseNext();
      });
    const waiting = [start('long', 10_000), start('short', 10)];
    await vi.advanceTimersByTimeAsync(10_100);
    waiting.push(start('late', 10));
    release();
    await Promise.all(waiting);
    expect(order).toEqual(['short', 'long', 'late']);
  });

  it('does not delay other keys', async () => {
    const limiter = create();
    await acquire(limiter, 'a');
    const release = await acquire(limiter, 'b');
    release();
    expect(limiter.running).toBe(1);
  });

  it('rejects a request at once if earlier ones took too long for its place in the queue', async () => {
    const limiter = create();
    const release = await acquire(limiter);
    const second = acquire(limiter);
    await vi.advanceTimersByTimeAsync(400);
    release();
    const releaseSecond = await second;
    const waiting = [acquire(limiter), acquire(limiter)];
    await expect(acquire(limiter)).rejects.toMatchObject({
      code: 'too_many_running',
      message: '2 requests of this key are waiting; this one would wait about 2 s',
      retryAfterSeconds: 1,
    });
    expect(limiter.waiting).toBe(2);
    releaseSecond();
    for (const next of waiting) (await next)();
    expect([limiter.running, limiter.waiting]).toEqual([0, 0]);
  });

  it('rejects a request that has waited for the maximum time', async () => {
    const limiter = create();
    await acquire(limiter);
    const waiting = acquire(limiter).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(999);
    expect(limiter.waiting).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await waiting).toMatchObject({ code: 'too_many_running', retryAfterSeconds: 2 });
    expect(limiter.waiting).toBe(0);
  });

  it('removes an aborted request from the queue with the reason of its abort', async () => {
    const limiter = create();
    await acquire(limiter);
    const controller = new AbortController();
    const waiting = acquire(limiter, 'a', controller);
    controller.abort(new Error('client gone'));
    await expect(waiting).rejects.toThrow('client gone');
    expect(limiter.waiting).toBe(0);
  });

  it('rejects requests beyond the queue of the key and the queue of the node', async () => {
    const limiter = create({ waitingPerKeyMax: 1, waitingMax: 1 });
    const releases = [await acquire(limiter, 'a'), await acquire(limiter, 'b')];
    const waiting = acquire(limiter, 'a');
    await expect(acquire(limiter, 'a')).rejects.toMatchObject({ code: 'too_many_running' });
    await expect(acquire(limiter, 'b')).rejects.toMatchObject({ code: 'overloaded' });
    for (const release of releases) release();
    (await waiting)();
  });
});

describe('a node that runs its maximum of requests', () => {
  it('lets further ones wait, those of each key in turn', async () => {
    const limiter = create({ runningMax: 2 });
    const unlimited = async (keyId: string) =>
      limiter.acquire({ keyId, runningMax: null, expectedMs: 0 }, new AbortController());
    const releases = [await unlimited('a'), await unlimited('a')];
    const order: string[] = [];
    const start = (name: string) =>
      unlimited(name).then((release) => {
        order.push(name);
        releases.push(release);
      });
    const waiting = ['a', 'a', 'a', 'b'].map(start);
    expect([limiter.running, limiter.waiting]).toEqual([2, 4]);
    for (let at = 0; at < 6; at += 1) {
      releases.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
    }
    await Promise.all(waiting);
    expect(order.slice(0, 2).toSorted()).toEqual(['a', 'b']);
    expect(limiter.running).toBe(0);
  });
});

describe('draining', () => {
  it('rejects new requests, and resolves when running and waiting ones have ended', async () => {
    const limiter = create();
    const release = await acquire(limiter);
    const waiting = acquire(limiter);
    let isDrained = false;
    const drained = limiter.drain().then(() => {
      isDrained = true;
    });
    await expect(acquire(limiter, 'b')).rejects.toMatchObject({ code: 'draining' });
    release();
    const releaseSecond = await waiting;
    expect(isDrained).toBe(false);
    releaseSecond();
    await drained;
  });

  it('aborts running requests and rejects waiting ones with draining when the deadline has passed', async () => {
    const limiter = create();
    const running = new AbortController();
    const release = await acquire(limiter, 'a', running);
    const waiting = acquire(limiter).catch((error: unknown) => error);
    limiter.abortRunning();
    expect(running.signal.reason).toMatchObject({ code: 'draining' });
    expect(await waiting).toMatchObject({ code: 'draining' });
    release();
    await limiter.drain();
  });
});
