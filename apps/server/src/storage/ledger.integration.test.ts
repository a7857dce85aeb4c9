import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StoredBody } from './driver/stored-body.ts';
import { createTestAccount, liveNodeId, uniqueText } from './fixtures/create-test-account.ts';
import { describeDatabases } from './fixtures/describe-databases.ts';
import type { Store } from './store.ts';

const inline = (body: string): StoredBody => ({ kind: 'inline', body });

describeDatabases('the ledger', (open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
    await store.nodes.recordHeartbeat(liveNodeId, 1_000_000);
  }, 60_000);
  afterAll(() => store.close());

  it('moves credits from available to held to spent when a reservation is settled', async () => {
    const { request, find, keyId } = await createTestAccount(store, 10);
    const reservation = request(4);
    expect(await store.ledger.reserve(reservation)).toEqual({ kind: 'reserved', available: 6 });
    expect(await find()).toMatchObject({ available: 6, held: 4 });
    expect(await store.ledger.settle({ reservationId: reservation.reservationId, now: 2 })).toEqual({
      kind: 'done',
      available: 6,
    });
    expect(await find()).toMatchObject({ available: 6, held: 0 });
    expect(await store.keys.find(keyId)).toMatchObject({ spent: 4, lastUsedAt: 1000 });
  });

  it('refunds a reservation once when it is refunded three times at once', async () => {
    const { request, find, keyId } = await createTestAccount(store, 10);
    const reservation = request(4);
    await store.ledger.reserve(reservation);
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => store.ledger.refund(reservation.reservationId, 5)),
    );
    expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(['done', 'gone', 'gone']);
    expect(await find()).toMatchObject({ available: 10, held: 0 });
    expect(await store.keys.find(keyId)).toMatchObject({ spent: 0 });
    expect(await store.ledger.settle({ reservationId: reservation.reservationId, now: 6 })).toEqual({
      kind: 'gone',
    });
  });

  it('returns insufficient and changes nothing if the account has fewer credits than the amount', async () => {
    const { request, find } = await createTestAccount(store, 3);
    expect(await store.ledger.reserve(request(4))).toEqual({ kind: 'insufficient', available: 3 });
    expect(await find()).toMatchObject({ available: 3, held: 0 });
  });

  it('reserves exactly 100 of 200 concurrent requests if the account has 100 credits', async () => {
    const { request, find } = await createTestAccount(store, 100);
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => store.ledger.reserve(request(1))));
    expect(outcomes.filter((outcome) => outcome.kind === 'reserved')).toHaveLength(100);
    expect(outcomes.filter((outcome) => outcome.kind === 'insufficient')).toHaveLength(100);
    expect(await find()).toMatchObject({ available: 0, held: 100 });
  });

  it('limits a key to its budget although the account has more, and counts refunds as unspent', async () => {
    const { request, find } = await createTestAccount(store, 100, { budget: 5 });
    const reservation = request(3);
    await store.ledger.reserve(reservation);
    expect(await store.ledger.reserve(request(3))).toEqual({ kind: 'over_budget', budget: 5, spent: 3 });
    await store.ledger.refund(reservation.reservationId, 2);
    const many = await Promise.all(Array.from({ length: 20 }, () => store.ledger.reserve(request(1))));
    expect(many.filter((outcome) => outcome.kind === 'reserved')).toHaveLength(5);
    expect(await find()).toMatchObject({ available: 95, held: 5 });
  });

  it('replays the stored response for the same idempotency key without a second charge', async () => {
    const { request, find } = await createTestAccount(store, 10);
    const idempotency = { key: 'again', fingerprint: 'one', expiresAt: 5000 };
    const first = request(2, { idempotency });
    expect(await store.ledger.reserve(first)).toMatchObject({ kind: 'reserved' });
    expect(await store.ledger.reserve(request(2, { idempotency }))).toEqual({ kind: 'idempotency_running' });
    await store.ledger.settle({ reservationId: first.reservationId, now: 2, response: inline('{"a":1}') });
    expect(await store.ledger.reserve(request(2, { idempotency }))).toEqual({
      kind: 'replay',
      response: inline('{"a":1}'),
      available: 8,
    });
    const other = { ...idempotency, fingerprint: 'two' };
    expect(await store.ledger.reserve(request(2, { idempotency: other }))).toEqual({
      kind: 'idempotency_mismatch',
    });
    expect(await find()).toMatchObject({ available: 8, held: 0 });
  });

  it('replays a response although the account is empty, but not one that failed or expired', async () => {
    const { request } = await createTestAccount(store, 2);
    const idempotency = { key: 'last', fingerprint: 'one', expiresAt: 5000 };
    const failing = request(2, { idempotency });
    await store.ledger.reserve(failing);
    await store.ledger.refund(failing.reservationId, 2);
    const first = request(2, { idempotency });
    expect(await store.ledger.reserve(first)).toMatchObject({ kind: 'reserved' });
    await store.ledger.settle({ reservationId: first.reservationId, now: 2, response: inline('{}') });
    expect(await store.ledger.reserve(request(2, { idempotency }))).toMatchObject({ kind: 'replay' });
    expect(await store.ledger.reserve(request(2, { idempotency, now: 6000 }))).toMatchObject({
      kind: 'insufficient',
    });
  });

  it('replays a reference to a blob until its key expires, and never removes a key that is in use', async () => {
    const { accountId, request, find } = await createTestAccount(store, 10);
    const idempotency = { key: 'blob', fingerprint: 'one', expiresAt: 5000 };
    const first = request(2, { idempotency });
    const isAnswered = (now: number) =>
      store.results.hasStoredResponse({ accountId, operation: 'test' }, 'blob', now);
    await store.ledger.reserve(first);
    expect(await isAnswered(3)).toBe(false);
    const response: StoredBody = { kind: 'blob', digest: 'a'.repeat(64) };
    await store.ledger.settle({ reservationId: first.reservationId, now: 2, response });
    expect(await isAnswered(3)).toBe(true);
    expect(await store.ledger.reserve(request(2, { idempotency }))).toEqual({
      kind: 'replay',
      response,
      available: 8,
    });
    const second = request(2, { idempotency: { ...idempotency, expiresAt: 9000 }, now: 6000 });
    expect(await store.ledger.reserve(second)).toEqual({ kind: 'reserved', available: 6 });
    expect(await store.ledger.reserve(request(2, { idempotency, now: 6000 }))).toEqual({
      kind: 'idempotency_running',
    });
    await store.results.sweep(10_000);
    expect(await store.ledger.reserve(request(2, { idempotency, now: 10_000 }))).toEqual({
      kind: 'idempotency_running',
    });
    await store.ledger.settle({ reservationId: second.reservationId, now: 7000, response });
    await store.results.sweep(10_000);
    expect(await store.ledger.reserve(request(2, { idempotency, now: 8000 }))).toEqual({
      kind: 'reserved',
      available: 4,
    });
    expect(await find()).toMatchObject({ available: 4, held: 2 });
  });

  it('reserves one of 30 concurrent requests with the same idempotency key', async () => {
    const { request, find } = await createTestAccount(store, 50);
    const idempotency = { key: 'race', fingerprint: 'one', expiresAt: 5000 };
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, () => store.ledger.reserve(request(1, { idempotency }))),
    );
    expect(outcomes.filter((outcome) => outcome.kind === 'reserved')).toHaveLength(1);
    expect(await find()).toMatchObject({ available: 49, held: 1 });
  });

  it('returns released for a reservation that was released, and frees its idempotency key', async () => {
    const { request, find } = await createTestAccount(store, 10);
    const idempotency = { key: 'slow', fingerprint: 'one', expiresAt: 5000 };
    const slow = request(4, { nodeId: uniqueText('node'), idempotency });
    await store.ledger.reserve(slow);
    expect(await store.nodes.releaseOrphanedReservations(600)).toBe(1);
    const { reservationId } = slow;
    expect(await store.ledger.settle({ reservationId, now: 2, response: inline('{}') })).toEqual({
      kind: 'released',
    });
    expect(await store.ledger.refund(reservationId, 3)).toEqual({ kind: 'released' });
    expect(await store.ledger.reserve(request(4, { idempotency }))).toMatchObject({ kind: 'reserved' });
    expect(await find()).toMatchObject({ available: 6, held: 4 });
  });

  it('neither deadlocks nor loses a credit when 600 requests use one key at once', async () => {
    const { request, find, keyId } = await createTestAccount(store, 1000);
    const one = async (index: number): Promise<string> => {
      const idempotency = { key: `k${index % 40}`, fingerprint: 'same', expiresAt: 9e12 };
      const reservation = request(1, index % 3 === 0 ? { idempotency } : {});
      const outcome = await store.ledger.reserve(reservation);
      if (outcome.kind !== 'reserved') return outcome.kind;
      const { reservationId } = reservation;
      if (index % 2 === 0) await store.ledger.refund(reservationId, 2);
      else await store.ledger.settle({ reservationId, now: 2, response: inline('{}') });
      return index % 2 === 0 ? 'refunded' : 'settled';
    };
    const ends = await Promise.all(Array.from({ length: 600 }, (_, index) => one(index)));
    const settled = ends.filter((end) => end === 'settled').length;
    expect(ends.filter((end) => end === 'insufficient')).toEqual([]);
    expect(await find()).toMatchObject({ available: 1000 - settled, held: 0 });
    expect(await store.keys.find(keyId)).toMatchObject({ spent: settled });
  }, 60_000);

  it('opens an account and grants its credits once when it is opened five times at once', async () => {
    const account = { id: uniqueText('acc'), name: 'new', credits: 7, note: 'opening', now: 5 };
    await Promise.all([1, 2, 3, 4, 5].map(() => store.ledger.openAccount(account)));
    expect(await store.accounts.find(account.id)).toMatchObject({ available: 7, held: 0, createdAt: 5 });
    expect(await store.accounts.listEntries(account.id, Number.MAX_SAFE_INTEGER, 10)).toMatchObject([
      { kind: 'opening', debit: 'issued', credit: 'available', amount: 7, note: 'opening' },
    ]);
  });

  it('grants opening credits to an account without entries, and none to one with entries', async () => {
    const { accountId, find } = await createTestAccount(store, 0);
    const account = { id: accountId, name: 'other', credits: 7, note: '', now: 5 };
    await Promise.allSettled([1, 2, 3].map(() => store.ledger.openAccount(account)));
    expect(await find()).toMatchObject({ name: 'test', available: 7 });
    await store.ledger.openAccount({ ...account, credits: 9 });
    expect(await find()).toMatchObject({ available: 7 });
  });

  it('does not create an account if its credits cannot be granted', async () => {
    const account = { id: uniqueText('acc'), name: 'half', credits: -5, note: '', now: 5 };
    await expect(store.ledger.openAccount(account)).rejects.toThrow(/available/);
    expect(await store.accounts.find(account.id)).toBeUndefined();
  });

  it('shares one budget between a key and its successor, and counts refunds of both as unspent', async () => {
    const { request, keyId, accountId } = await createTestAccount(store, 100, { budget: 10 });
    const first = request(4);
    await store.ledger.reserve(first);
    const rotated = await store.keys.rotate(
      keyId,
      { id: uniqueText('key'), hash: uniqueText('hash'), hint: 'h' },
      50,
      90,
    );
    expect(rotated).toMatchObject({ accountId, budget: 10, spent: 4, revokedAt: null, createdAt: 50 });
    expect(await store.keys.find(keyId)).toMatchObject({ revokedAt: 90, spent: 4 });
    const newId = rotated?.id ?? '';
    const second = request(6, { keyId: newId });
    expect(await store.ledger.reserve(second)).toMatchObject({ kind: 'reserved' });
    for (const id of [keyId, newId]) {
      expect(await store.ledger.reserve(request(1, { keyId: id }))).toEqual({
        kind: 'over_budget',
        budget: 10,
        spent: 10,
      });
    }
    await store.ledger.refund(second.reservationId, 3);
    expect(await store.keys.find(keyId)).toMatchObject({ spent: 4, lastUsedAt: 1000 });
    expect(await store.keys.find(newId)).toMatchObject({ spent: 4, lastUsedAt: 1000 });
    await store.ledger.refund(first.reservationId, 3);
    const many = Array.from({ length: 30 }, (_, index) => request(1, { keyId: index % 2 ? keyId : newId }));
    const outcomes = await Promise.all(many.map((one) => store.ledger.reserve(one)));
    expect(outcomes.filter((outcome) => outcome.kind === 'reserved')).toHaveLength(10);
  });

  it('takes credits back only if they are available', async () => {
    const { accountId, find } = await createTestAccount(store, 10);
    expect(await store.ledger.grant({ accountId, amount: -4, note: 'back', now: 2 })).toBe(6);
    expect(await store.ledger.grant({ accountId, amount: -7, note: 'back', now: 3 })).toBeUndefined();
    expect(
      await store.ledger.grant({ accountId: 'acc_nobody', amount: 1, note: '', now: 3 }),
    ).toBeUndefined();
    expect(await find()).toMatchObject({ available: 6 });
  });
});
