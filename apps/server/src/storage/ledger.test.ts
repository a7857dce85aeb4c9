import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type TestPostgres } from '@quern/testing/postgres/start-postgres';
import { isMissing } from '@quern/testing/requirements';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReserveRequest, StoredResponse } from './ledger.ts';
import { openStore, type Store } from './open-store.ts';
import type { KeyRecord } from './repositories/keys.ts';

const inline = (body: string): StoredResponse => ({ kind: 'inline', body });

let serial = 0;
const next = (prefix: string): string => `${prefix}_${++serial}_${Math.random().toString(36).slice(2)}`;

/** The one contract that both databases keep. */
function ledgerContract(open: () => Promise<Store>): void {
  let store: Store;
  beforeAll(async () => {
    store = await open();
    await store.nodes.beat('node_live', 1_000_000);
  }, 60_000);
  afterAll(() => store.close());

  async function account(credits: number, key: Partial<KeyRecord> = {}) {
    const accountId = next('acc');
    const keyId = next('key');
    await store.accounts.insert({ id: accountId, name: 'test', createdAt: 1 });
    await store.keys.insert({
      id: keyId,
      accountId,
      hash: next('hash'),
      hint: '',
      name: 'test',
      scopes: ['*'],
      isOperatorProvided: false,
      expiresAt: null,
      revokedAt: null,
      ratePerMinute: null,
      budget: null,
      spent: 0,
      lastUsedAt: null,
      createdAt: 1,
      ...key,
    });
    if (credits > 0) await store.ledger.grant({ accountId, amount: credits, note: '', now: 1 });
    const order = (amount: number, more: Partial<ReserveRequest> = {}): ReserveRequest => ({
      reservationId: next('res'),
      accountId,
      keyId,
      nodeId: 'node_live',
      amount,
      operation: 'test',
      requestId: 'req',
      now: 1000,
      ...more,
    });
    return { accountId, keyId, order, state: () => store.accounts.find(accountId) };
  }

  it('reserves, settles and leaves what was not spent', async () => {
    const { order, state, keyId } = await account(10);
    const wanted = order(4);
    expect(await store.ledger.reserve(wanted)).toEqual({ kind: 'reserved', available: 6 });
    expect(await state()).toMatchObject({ available: 6, held: 4 });
    expect(await store.ledger.settle({ reservationId: wanted.reservationId, now: 2 })).toEqual({
      kind: 'done',
      available: 6,
    });
    expect(await state()).toMatchObject({ available: 6, held: 0 });
    expect(await store.keys.find(keyId)).toMatchObject({ spent: 4, lastUsedAt: 1000 });
  });

  it('refunds once, however often it is asked to', async () => {
    const { order, state, keyId } = await account(10);
    const wanted = order(4);
    await store.ledger.reserve(wanted);
    const outcomes = await Promise.all([1, 2, 3].map(() => store.ledger.refund(wanted.reservationId, 5)));
    expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(['done', 'gone', 'gone']);
    expect(await state()).toMatchObject({ available: 10, held: 0 });
    expect(await store.keys.find(keyId)).toMatchObject({ spent: 0 });
    expect(await store.ledger.settle({ reservationId: wanted.reservationId, now: 6 })).toEqual({
      kind: 'gone',
    });
  });

  it('answers insufficient below the price and changes nothing', async () => {
    const { order, state } = await account(3);
    expect(await store.ledger.reserve(order(4))).toEqual({ kind: 'insufficient', available: 3 });
    expect(await state()).toMatchObject({ available: 3, held: 0 });
  });

  it('lets exactly as many of 200 concurrent requests through as the balance pays for', async () => {
    const { order, state } = await account(100);
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => store.ledger.reserve(order(1))));
    expect(outcomes.filter((outcome) => outcome.kind === 'reserved')).toHaveLength(100);
    expect(outcomes.filter((outcome) => outcome.kind === 'insufficient')).toHaveLength(100);
    expect(await state()).toMatchObject({ available: 0, held: 100 });
  });

  it('holds a key to its budget while the account has more, and counts refunds back', async () => {
    const { order, state } = await account(100, { budget: 5 });
    const wanted = order(3);
    await store.ledger.reserve(wanted);
    expect(await store.ledger.reserve(order(3))).toEqual({ kind: 'over_budget', budget: 5, spent: 3 });
    await store.ledger.refund(wanted.reservationId, 2);
    const many = await Promise.all(Array.from({ length: 20 }, () => store.ledger.reserve(order(1))));
    expect(many.filter((outcome) => outcome.kind === 'reserved')).toHaveLength(5);
    expect(await state()).toMatchObject({ available: 95, held: 5 });
  });

  it('replays a stored answer for the same idempotency key without a second charge', async () => {
    const { order, state } = await account(10);
    const idempotency = { key: 'again', fingerprint: 'one', expiresAt: 5000 };
    const first = order(2, { idempotency });
    expect(await store.ledger.reserve(first)).toMatchObject({ kind: 'reserved' });
    expect(await store.ledger.reserve(order(2, { idempotency }))).toEqual({ kind: 'idempotency_running' });
    await store.ledger.settle({ reservationId: first.reservationId, now: 2, response: inline('{"a":1}') });
    expect(await store.ledger.reserve(order(2, { idempotency }))).toEqual({
      kind: 'replay',
      response: inline('{"a":1}'),
      available: 8,
    });
    const other = { ...idempotency, fingerprint: 'two' };
    expect(await store.ledger.reserve(order(2, { idempotency: other }))).toEqual({
      kind: 'idempotency_mismatch',
    });
    expect(await state()).toMatchObject({ available: 8, held: 0 });
  });

  it('replays although the account has nothing left, and forgets what failed or expired', async () => {
    const { order } = await account(2);
    const idempotency = { key: 'last', fingerprint: 'one', expiresAt: 5000 };
    const failing = order(2, { idempotency });
    await store.ledger.reserve(failing);
    await store.ledger.refund(failing.reservationId, 2);
    const first = order(2, { idempotency });
    expect(await store.ledger.reserve(first)).toMatchObject({ kind: 'reserved' });
    await store.ledger.settle({ reservationId: first.reservationId, now: 2, response: inline('{}') });
    expect(await store.ledger.reserve(order(2, { idempotency }))).toMatchObject({ kind: 'replay' });
    expect(await store.ledger.reserve(order(2, { idempotency, now: 6000 }))).toMatchObject({
      kind: 'insufficient',
    });
  });

  it('replays a reference to a blob, and lets its key go when it expires', async () => {
    const { accountId, order, state } = await account(10);
    const idempotency = { key: 'blob', fingerprint: 'one', expiresAt: 5000 };
    const first = order(2, { idempotency });
    const isAnswered = (now: number) =>
      store.results.hasStoredResponse({ accountId, operation: 'test' }, 'blob', now);
    await store.ledger.reserve(first);
    expect(await isAnswered(3)).toBe(false);
    const response: StoredResponse = { kind: 'blob', digest: 'a'.repeat(64) };
    await store.ledger.settle({ reservationId: first.reservationId, now: 2, response });
    expect(await isAnswered(3)).toBe(true);
    expect(await store.ledger.reserve(order(2, { idempotency }))).toEqual({
      kind: 'replay',
      response,
      available: 8,
    });
    const second = order(2, { idempotency: { ...idempotency, expiresAt: 9000 }, now: 6000 });
    expect(await store.ledger.reserve(second)).toEqual({ kind: 'reserved', available: 6 });
    expect(await store.ledger.reserve(order(2, { idempotency, now: 6000 }))).toEqual({
      kind: 'idempotency_running',
    });
    await store.results.sweep(10_000);
    expect(await store.ledger.reserve(order(2, { idempotency, now: 10_000 }))).toEqual({
      kind: 'idempotency_running',
    });
    await store.ledger.settle({ reservationId: second.reservationId, now: 7000, response });
    await store.results.sweep(10_000);
    expect(await store.ledger.reserve(order(2, { idempotency, now: 8000 }))).toEqual({
      kind: 'reserved',
      available: 4,
    });
    expect(await state()).toMatchObject({ available: 4, held: 2 });
  });

  it('lets one of many concurrent requests with the same idempotency key through', async () => {
    const { order, state } = await account(50);
    const idempotency = { key: 'race', fingerprint: 'one', expiresAt: 5000 };
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, () => store.ledger.reserve(order(1, { idempotency }))),
    );
    expect(outcomes.filter((outcome) => outcome.kind === 'reserved')).toHaveLength(1);
    expect(await state()).toMatchObject({ available: 49, held: 1 });
  });

  it('gives back what a dead node had reserved, and nothing of a live one', async () => {
    const { order, state } = await account(10);
    await store.nodes.beat('node_dead', 10);
    await store.ledger.reserve(order(3, { nodeId: 'node_dead' }));
    await store.ledger.reserve(order(2, { nodeId: 'node_never_seen' }));
    await store.ledger.reserve(order(1));
    await store.nodes.removeSilent({ id: 'node_dead', beats: 1 });
    expect(await store.nodes.releaseOrphans(600)).toBe(2);
    expect(await state()).toMatchObject({ available: 9, held: 1 });
    expect(await store.nodes.releaseOrphans(600)).toBe(0);
  });

  it('keeps a node whose heartbeat came after its counter was read', async () => {
    const nodeId = next('node');
    await store.nodes.beat(nodeId, 9_000_000);
    const [read] = (await store.nodes.list()).filter(({ id }) => id === nodeId);
    expect(read).toEqual({ id: nodeId, beats: 1 });
    await store.nodes.beat(nodeId, 1);
    await store.nodes.removeSilent({ id: nodeId, beats: 1 });
    expect(await store.nodes.list()).toContainEqual({ id: nodeId, beats: 2 });
    await store.nodes.removeSilent({ id: nodeId, beats: 2 });
    expect((await store.nodes.list()).filter(({ id }) => id === nodeId)).toEqual([]);
  });

  it('reports a reservation that was released as such, and lets its idempotency key be used again', async () => {
    const { order, state } = await account(10);
    const idempotency = { key: 'slow', fingerprint: 'one', expiresAt: 5000 };
    const slow = order(4, { nodeId: next('node'), idempotency });
    await store.ledger.reserve(slow);
    expect(await store.nodes.releaseOrphans(600)).toBe(1);
    const { reservationId } = slow;
    expect(await store.ledger.settle({ reservationId, now: 2, response: inline('{}') })).toEqual({
      kind: 'released',
    });
    expect(await store.ledger.refund(reservationId, 3)).toEqual({ kind: 'released' });
    expect(await store.ledger.reserve(order(4, { idempotency }))).toMatchObject({ kind: 'reserved' });
    expect(await state()).toMatchObject({ available: 6, held: 4 });
  });

  it('neither deadlocks nor loses a credit when many reserve, settle and refund on one key at once', async () => {
    const { order, state, keyId } = await account(1000);
    const one = async (index: number): Promise<string> => {
      const idempotency = { key: `k${index % 40}`, fingerprint: 'same', expiresAt: 9e12 };
      const wanted = order(1, index % 3 === 0 ? { idempotency } : {});
      const outcome = await store.ledger.reserve(wanted);
      if (outcome.kind !== 'reserved') return outcome.kind;
      const { reservationId } = wanted;
      if (index % 2 === 0) await store.ledger.refund(reservationId, 2);
      else await store.ledger.settle({ reservationId, now: 2, response: inline('{}') });
      return index % 2 === 0 ? 'refunded' : 'settled';
    };
    const ends = await Promise.all(Array.from({ length: 600 }, (_, index) => one(index)));
    const settled = ends.filter((end) => end === 'settled').length;
    expect(ends.filter((end) => end === 'insufficient')).toEqual([]);
    expect(await state()).toMatchObject({ available: 1000 - settled, held: 0 });
    expect(await store.keys.find(keyId)).toMatchObject({ spent: settled });
  }, 60_000);

  it('makes an opening grant once, also when two ask for it together', async () => {
    const { accountId, state } = await account(0);
    const opening = { accountId, amount: 7, note: '', opening: true, now: 1 };
    const ends = await Promise.allSettled([1, 2, 3].map(() => store.ledger.grant(opening)));
    expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(1);
    expect(await state()).toMatchObject({ available: 7 });
  });

  it('opens an account with its credits once, also when five ask for it together', async () => {
    const order = { id: next('acc'), name: 'new', credits: 7, note: 'opening', now: 5 };
    await Promise.all([1, 2, 3, 4, 5].map(() => store.ledger.openAccount(order)));
    expect(await store.accounts.find(order.id)).toMatchObject({ available: 7, held: 0, createdAt: 5 });
    expect(await store.accounts.entries(order.id, Number.MAX_SAFE_INTEGER, 10)).toMatchObject([
      { kind: 'opening', debit: 'issued', credit: 'available', amount: 7, note: 'opening' },
    ]);
  });

  it('completes an account without opening credits, and leaves one with entries as it is', async () => {
    const { accountId, state } = await account(0);
    const order = { id: accountId, name: 'other', credits: 7, note: '', now: 5 };
    await Promise.allSettled([1, 2, 3].map(() => store.ledger.openAccount(order)));
    expect(await state()).toMatchObject({ name: 'test', available: 7 });
    await store.ledger.openAccount({ ...order, credits: 9 });
    expect(await state()).toMatchObject({ available: 7 });
  });

  it('opens no account when its credits cannot be granted', async () => {
    const order = { id: next('acc'), name: 'half', credits: -5, note: '', now: 5 };
    await expect(store.ledger.openAccount(order)).rejects.toThrow(/available/);
    expect(await store.accounts.find(order.id)).toBeUndefined();
  });

  it('shares one budget between a key and its successors, and counts refunds of each back', async () => {
    const { order, keyId, accountId } = await account(100, { budget: 10 });
    const first = order(4);
    await store.ledger.reserve(first);
    const rotated = await store.keys.rotate(
      keyId,
      { id: next('key'), hash: next('hash'), hint: 'h' },
      50,
      90,
    );
    expect(rotated).toMatchObject({ accountId, budget: 10, spent: 4, revokedAt: null, createdAt: 50 });
    expect(await store.keys.find(keyId)).toMatchObject({ revokedAt: 90, spent: 4 });
    const newId = rotated?.id ?? '';
    const second = order(6, { keyId: newId });
    expect(await store.ledger.reserve(second)).toMatchObject({ kind: 'reserved' });
    for (const id of [keyId, newId]) {
      expect(await store.ledger.reserve(order(1, { keyId: id }))).toEqual({
        kind: 'over_budget',
        budget: 10,
        spent: 10,
      });
    }
    await store.ledger.refund(second.reservationId, 3);
    expect(await store.keys.find(keyId)).toMatchObject({ spent: 4, lastUsedAt: 1000 });
    expect(await store.keys.find(newId)).toMatchObject({ spent: 4, lastUsedAt: 1000 });
    await store.ledger.refund(first.reservationId, 3);
    const many = Array.from({ length: 30 }, (_, index) => order(1, { keyId: index % 2 ? keyId : newId }));
    const outcomes = await Promise.all(many.map((one) => store.ledger.reserve(one)));
    expect(outcomes.filter((outcome) => outcome.kind === 'reserved')).toHaveLength(10);
  });

  it('rotates a key once its successor is stored, and none that is revoked or expired', async () => {
    const { keyId } = await account(1);
    const other = await account(1, { expiresAt: 40 });
    const taken = (await store.keys.find(keyId))?.hash ?? '';
    const successor = { id: next('key'), hash: next('hash'), hint: '' };
    await expect(store.keys.rotate(keyId, { ...successor, hash: taken }, 50, 90)).rejects.toThrow();
    expect(await store.keys.find(keyId)).toMatchObject({ revokedAt: null });
    expect(await store.keys.rotate(other.keyId, successor, 50, 90)).toBeUndefined();
    expect(await store.keys.find(other.keyId)).toMatchObject({ revokedAt: null });
    await store.keys.revoke(keyId, 45);
    expect(await store.keys.rotate(keyId, successor, 50, 90)).toBeUndefined();
    expect(await store.keys.find(keyId)).toMatchObject({ revokedAt: 45 });
  });

  it('rotates while the same keys reserve and refund, without a deadlock', async () => {
    const { order, keyId, state } = await account(1000, { budget: 1000 });
    const rotations = Array.from({ length: 20 }, () =>
      store.keys.rotate(keyId, { id: next('key'), hash: next('hash'), hint: '' }, 50, 90_000),
    );
    const requests = Array.from({ length: 100 }, async () => {
      const wanted = order(1);
      await store.ledger.reserve(wanted);
      await store.ledger.refund(wanted.reservationId, 2);
    });
    const successors = await Promise.all(rotations);
    await Promise.all(requests);
    expect(successors.every((successor) => successor !== undefined)).toBe(true);
    expect(await state()).toMatchObject({ available: 1000, held: 0 });
    expect(await store.keys.find(keyId)).toMatchObject({ spent: 0 });
  });

  it('takes credits back only as far as they are available', async () => {
    const { accountId, state } = await account(10);
    expect(await store.ledger.grant({ accountId, amount: -4, note: 'back', now: 2 })).toBe(6);
    expect(await store.ledger.grant({ accountId, amount: -7, note: 'back', now: 3 })).toBeUndefined();
    expect(
      await store.ledger.grant({ accountId: 'acc_nobody', amount: 1, note: '', now: 3 }),
    ).toBeUndefined();
    expect(await state()).toMatchObject({ available: 6 });
  });

  it('balances after any sequence of movements, and never goes below zero', async () => {
    const step = fc.record({
      kind: fc.constantFrom('grant', 'reserve', 'settle', 'refund', 'revoke'),
      amount: fc.integer({ min: 1, max: 20 }),
      which: fc.nat({ max: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { accountId, order, state } = await account(0);
        const open: string[] = [];
        const model = { available: 0, held: 0, spent: 0 };
        const sizes = new Map<string, number>();
        for (const { kind, amount, which } of steps) {
          const id = open[which % Math.max(1, open.length)];
          if (kind === 'grant') {
            await store.ledger.grant({ accountId, amount, note: '', now: 1 });
            model.available += amount;
          } else if (kind === 'revoke') {
            const left = await store.ledger.grant({ accountId, amount: -amount, note: '', now: 1 });
            if (left !== undefined) model.available -= amount;
            expect(left === undefined).toBe(left === undefined && model.available < amount);
          } else if (kind === 'reserve') {
            const wanted = order(amount);
            const outcome = await store.ledger.reserve(wanted);
            expect(outcome.kind).toBe(model.available >= amount ? 'reserved' : 'insufficient');
            if (outcome.kind !== 'reserved') continue;
            model.available -= amount;
            model.held += amount;
            open.push(wanted.reservationId);
            sizes.set(wanted.reservationId, amount);
          } else if (id !== undefined) {
            const size = sizes.get(id) ?? 0;
            open.splice(open.indexOf(id), 1);
            model.held -= size;
            if (kind === 'settle') {
              await store.ledger.settle({ reservationId: id, now: 1 });
              model.spent += size;
            } else {
              await store.ledger.refund(id, 1);
              model.available += size;
            }
          }
        }
        const found = await state();
        expect(found).toMatchObject({ available: model.available, held: model.held });
        const trial = await store.accounts.trialBalance(accountId);
        expect(trial['available'] ?? 0).toBe(model.available);
        expect(trial['held'] ?? 0).toBe(model.held);
        expect(trial['spent'] ?? 0).toBe(model.spent);
        expect(Object.values(trial).reduce((sum, bucket) => sum + bucket, 0)).toBe(0);
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  it('keeps rate windows apart by key and starts each anew', async () => {
    const [one, other] = [next('key'), next('key')];
    expect(await store.rateWindows.take(one, 60_000)).toBe(1);
    expect(await store.rateWindows.take(one, 60_000)).toBe(2);
    expect(await store.rateWindows.take(other, 60_000)).toBe(1);
    expect(await store.rateWindows.take(one, 120_000)).toBe(1);
    expect(await store.rateWindows.take(one, 60_000)).toBe(2);
    // The clock was set back by an hour: the window ahead must not limit the key until then.
    expect(await store.rateWindows.take(one, 3_720_000)).toBe(1);
    expect(await store.rateWindows.take(one, 120_000)).toBe(1);
  });
}

const onIdleError = (error: Error): void => console.error(error);

describe('the ledger on SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quern-ledger-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  ledgerContract(() => openStore({ dataDir: folder, onIdleError }));

  it('refuses a data folder that another store has open, naming it', async () => {
    await expect(openStore({ dataDir: folder, onIdleError })).rejects.toThrow(`${folder} is in use`);
  });
});

describe.skipIf(isMissing('postgres'))('the ledger on PostgreSQL (needs postgres and initdb)', () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server.stop());
  ledgerContract(async () =>
    openStore({ databaseUrl: await server.createDatabase(), dataDir: '', onIdleError }),
  );
});
