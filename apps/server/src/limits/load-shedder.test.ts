import { describe, expect, it } from 'vitest';
import { ServiceError } from '../errors/service-error.ts';
import { LoadShedder, type WorkRequest } from './load-shedder.ts';

const create = (monotonicMs = () => 0) =>
  new LoadShedder({ slots: { threads: 2, ocr: 1 }, waitMaxMs: 2000, monotonicNow: monotonicMs });
const request = (keyId: string, bodyBytes: number, timeLimitMs = 300_000): WorkRequest => ({
  keyId,
  operation: 'test',
  cost: { resource: 'threads', baseMs: 10, perByteMs: 0.05 },
  bodyBytes,
  timeLimitMs,
});

/** The code and Retry-After of a refusal; undefined when it was admitted. */
function refusal(work: () => unknown): { code: string; retryAfter: number | undefined } | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { code: error.code, retryAfter: error.retryAfterSeconds };
  }
}

describe('the workload', () => {
  it('refuses a key whose own work causes the wait, and no other', () => {
    const workload = create();
    let admitted = 0;
    while (refusal(() => workload.admit(request('heavy', 0))) === undefined) admitted += 1;
    // 2 s and 16 times 10 ms, two at a time.
    expect(admitted).toBe(433);
    expect(refusal(() => workload.admit(request('heavy', 0)))).toEqual({
      code: 'too_many_running',
      retryAfter: 1,
    });
    expect(refusal(() => workload.admit(request('light', 0)))).toBeUndefined();
  });

  it('lets a sustained load wait for a quarter of the time that a burst may', () => {
    let now = 0;
    const workload = create(() => now);
    const tickets = Array.from({ length: 200 }, () => workload.admit(request('a', 0)));
    now += 600;
    expect(refusal(() => workload.admit(request('a', 0)))).toMatchObject({ code: 'too_many_running' });
    for (const ticket of tickets.slice(0, 68)) ticket.end(undefined);
    // 0.5 s and 16 times 10 ms, two at a time.
    expect(workload.pendingMs('threads')).toBeCloseTo(1320);
    expect(refusal(() => workload.admit(request('a', 0)))).toBeUndefined();
    expect(refusal(() => workload.admit(request('a', 0)))).toMatchObject({ code: 'too_many_running' });
    now += 6000;
    expect(refusal(() => workload.admit(request('a', 0)))).toBeUndefined();
  });

  it('lets long work wait longer, but not beyond its time limit', () => {
    const workload = create();
    const long = request('heavy', 1_000_000);
    for (let at = 0; at < 10; at += 1) workload.admit(long);
    expect(refusal(() => workload.admit({ ...long, timeLimitMs: 400_000 }))).toBeUndefined();
    expect(refusal(() => workload.admit({ ...long, timeLimitMs: 200_000 }))).toMatchObject({
      code: 'too_many_running',
    });
    expect(refusal(() => workload.admit(request('heavy', 0)))).toMatchObject({ code: 'too_many_running' });
  });

  it('refuses what would wait too long when many keys together have much, and still admits what is short', () => {
    const workload = create();
    const many = Array.from({ length: 600 }, (_, key) =>
      refusal(() => workload.admit(request(`key${key}`, 2000))),
    );
    expect(many[0]).toBeUndefined();
    expect(many[599]).toMatchObject({ code: 'overloaded' });
    expect(refusal(() => workload.admit(request('another', 2000)))).toMatchObject({ code: 'overloaded' });
    expect(refusal(() => workload.admit(request('short', 0)))).toBeUndefined();
  });

  it('forgets work that has ended, and learns how long it takes here', () => {
    const workload = create();
    const tickets = Array.from({ length: 50 }, () => workload.admit(request('a', 0)));
    expect(workload.pendingMs('threads')).toBeCloseTo(500);
    for (const ticket of tickets) {
      ticket.end(20);
      ticket.end(20);
    }
    expect(workload.pendingMs('threads')).toBe(0);
    workload.admit(request('a', 0));
    expect(workload.pendingMs('threads')).toBeGreaterThan(19);
  });

  it('asks nothing of operations without a cost', () => {
    const workload = create();
    for (let at = 0; at < 10_000; at += 1) workload.admit({ ...request('a', 0), cost: undefined });
    expect(workload.pendingMs('threads')).toBe(0);
  });
});
