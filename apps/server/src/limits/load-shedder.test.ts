import { describe, expect, it } from 'vitest';
import { ServiceError } from '../errors/service-error.ts';
import { LoadShedder, type WorkRequest } from './load-shedder.ts';

const create = (monotonicNow = () => 0) =>
  new LoadShedder({ slots: { threads: 2, ocr: 1, translation: 1 }, waitMaxMs: 2000, monotonicNow });
const request = (keyId: string, bodyBytes: number, timeLimitMs = 300_000): WorkRequest => ({
  keyId,
  operation: 'test',
  cost: { resource: 'threads', baseMs: 10, perByteMs: 0.05 },
  bodyBytes,
  timeLimitMs,
});

/** Returns the code and Retry-After of a rejection; undefined if the request was admitted. */
function rejectionOf(work: () => unknown): { code: string; retryAfter: number | undefined } | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { code: error.code, retryAfter: error.retryAfterSeconds };
  }
}

describe('LoadShedder', () => {
  it('rejects a key whose own work causes the wait, and no other', () => {
    const loadShedder = create();
    let admitted = 0;
    while (rejectionOf(() => loadShedder.admit(request('heavy', 0))) === undefined) admitted += 1;
    // A request may wait 2 s + 16 × 10 ms; two slots work off 10 ms each: 2160 / 5 = 432 ahead, and itself.
    expect(admitted).toBe((2000 + 16 * 10) / (10 / 2) + 1);
    expect(rejectionOf(() => loadShedder.admit(request('heavy', 0)))).toEqual({
      code: 'too_many_running',
      retryAfter: 1,
    });
    expect(rejectionOf(() => loadShedder.admit(request('light', 0)))).toBeUndefined();
  });

  it('lets sustained load wait for a quarter of the time that a burst may wait', () => {
    let now = 0;
    const loadShedder = create(() => now);
    const tickets = Array.from({ length: 200 }, () => loadShedder.admit(request('a', 0)));
    now += 600;
    expect(rejectionOf(() => loadShedder.admit(request('a', 0)))).toMatchObject({ code: 'too_many_running' });
    for (const ticket of tickets.slice(0, 68)) ticket.end(undefined);
    // A request may now wait 0.5 s + 16 × 10 ms = 660 ms, which are 1,320 ms of work in two slots.
    expect(loadShedder.pendingMs('threads')).toBeCloseTo(1320);
    expect(rejectionOf(() => loadShedder.admit(request('a', 0)))).toBeUndefined();
    expect(rejectionOf(() => loadShedder.admit(request('a', 0)))).toMatchObject({ code: 'too_many_running' });
    now += 6000;
    expect(rejectionOf(() => loadShedder.admit(request('a', 0)))).toBeUndefined();
  });

  it('lets long work wait longer than short work, but not beyond its time limit', () => {
    const loadShedder = create();
    const long = request('heavy', 1_000_000);
    for (let at = 0; at < 10; at += 1) loadShedder.admit(long);
    expect(rejectionOf(() => loadShedder.admit({ ...long, timeLimitMs: 400_000 }))).toBeUndefined();
    expect(rejectionOf(() => loadShedder.admit({ ...long, timeLimitMs: 200_000 }))).toMatchObject({
      code: 'too_many_running',
    });
    expect(rejectionOf(() => loadShedder.admit(request('heavy', 0)))).toMatchObject({
      code: 'too_many_running',
    });
  });

  it('rejects long waits caused by many keys together as overloaded, and still admits short work', () => {
    const loadShedder = create();
    const many = Array.from({ length: 600 }, (_, key) =>
      rejectionOf(() => loadShedder.admit(request(`key${key}`, 2000))),
    );
    expect(many[0]).toBeUndefined();
    expect(many[599]).toMatchObject({ code: 'overloaded' });
    expect(rejectionOf(() => loadShedder.admit(request('another', 2000)))).toMatchObject({
      code: 'overloaded',
    });
    expect(rejectionOf(() => loadShedder.admit(request('short', 0)))).toBeUndefined();
  });

  it('subtracts work that has ended, and corrects its estimate by how long it took', () => {
    const loadShedder = create();
    const tickets = Array.from({ length: 50 }, () => loadShedder.admit(request('a', 0)));
    expect(loadShedder.pendingMs('threads')).toBeCloseTo(500);
    for (const ticket of tickets) {
      ticket.end(20);
      ticket.end(20);
    }
    expect(loadShedder.pendingMs('threads')).toBe(0);
    loadShedder.admit(request('a', 0));
    expect(loadShedder.pendingMs('threads')).toBeGreaterThan(19);
  });

  it('admits any number of requests without a cost', () => {
    const loadShedder = create();
    for (let at = 0; at < 10_000; at += 1) loadShedder.admit({ ...request('a', 0), cost: undefined });
    expect(loadShedder.pendingMs('threads')).toBe(0);
  });
});
