import { describe, expect, it } from 'vitest';
import { ServiceError } from '../errors/service-error.ts';
import { LoadShedder, type WorkRequest } from './load-shedder.ts';

const create = () => new LoadShedder({ slots: { threads: 2, ocr: 1, translation: 1 }, waitMaxMs: 60_000 });
const request = (keyId: string, ms: number, isDeferred = false): WorkRequest => ({
  keyId,
  operation: 'test',
  work: { resource: 'threads', ms },
  isDeferred,
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
  it('lets requests wait for the time, and then rejects those of the key whose own work causes the wait', () => {
    const loadShedder = create();
    // Two slots work off 120 s within the time.
    for (let at = 0; at < 13; at += 1) loadShedder.admit(request('heavy', 10_000));
    expect(rejectionOf(() => loadShedder.admit(request('heavy', 10_000)))).toEqual({
      code: 'too_many_running',
      retryAfter: 5,
    });
    expect(rejectionOf(() => loadShedder.admit(request('light', 10_000)))).toBeUndefined();
  });

  it('never rejects the only request of a key for its length', () => {
    const loadShedder = create();
    expect(rejectionOf(() => loadShedder.admit(request('a', 3_600_000)))).toBeUndefined();
    expect(rejectionOf(() => loadShedder.admit(request('b', 100_000)))).toBeUndefined();
  });

  it('counts of the long work of the key only what is served before short work', () => {
    const loadShedder = create();
    for (let at = 0; at < 2; at += 1) loadShedder.admit(request('a', 100_000));
    expect(rejectionOf(() => loadShedder.admit(request('a', 100_000)))).toMatchObject({
      code: 'too_many_running',
    });
    expect(rejectionOf(() => loadShedder.admit(request('a', 20_000)))).toBeUndefined();
    expect(rejectionOf(() => loadShedder.admit(request('a', 100)))).toBeUndefined();
  });

  it('rejects long waits caused by many keys together as overloaded, and still admits short work', () => {
    const loadShedder = create();
    const many = Array.from({ length: 30 }, (_, key) =>
      rejectionOf(() => loadShedder.admit(request(`key${key}`, 10_000))),
    );
    expect(many[0]).toBeUndefined();
    expect(many[29]).toEqual({ code: 'overloaded', retryAfter: 5 });
    expect(rejectionOf(() => loadShedder.admit(request('short', 10)))).toBeUndefined();
  });

  it('estimates that deferred work waits for all other work', () => {
    const loadShedder = create();
    for (let key = 0; key < 13; key += 1) loadShedder.admit(request(`key${key}`, 10_000));
    expect(rejectionOf(() => loadShedder.admit(request('debtor', 10, true)))).toMatchObject({
      code: 'overloaded',
    });
    expect(rejectionOf(() => loadShedder.admit(request('other', 10)))).toBeUndefined();
  });

  it('checks a request without admitting it', () => {
    const loadShedder = create();
    for (let at = 0; at < 100; at += 1) loadShedder.requireShortWait(request('a', 10_000));
    expect(loadShedder.pendingMs('threads')).toBe(0);
  });

  it('subtracts work that has ended, and corrects its estimate by how long it took', () => {
    const loadShedder = create();
    const tickets = Array.from({ length: 50 }, () => loadShedder.admit(request('a', 10)));
    expect(loadShedder.pendingMs('threads')).toBeCloseTo(500);
    for (const ticket of tickets) {
      ticket.end(20);
      ticket.end(20);
    }
    expect(loadShedder.pendingMs('threads')).toBe(0);
    loadShedder.admit(request('a', 10));
    expect(loadShedder.pendingMs('threads')).toBeGreaterThan(19);
  });

  it('learns nothing about long work from short work', () => {
    const loadShedder = create();
    for (let at = 0; at < 100; at += 1) loadShedder.admit(request('a', 8)).end(80);
    loadShedder.admit(request('a', 50_000));
    expect(loadShedder.pendingMs('threads')).toBe(50_000);
  });

  it('admits any number of requests without work', () => {
    const loadShedder = create();
    for (let at = 0; at < 10_000; at += 1) loadShedder.admit({ ...request('a', 0), work: undefined });
    expect(loadShedder.pendingMs('threads')).toBe(0);
  });
});
