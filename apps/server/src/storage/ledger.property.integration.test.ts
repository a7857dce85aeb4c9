import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestAccount, liveNodeId } from './fixtures/create-test-account.ts';
import { describeDatabases } from './fixtures/describe-databases.ts';
import type { Store } from './store.ts';

describeDatabases('the balances of the ledger', (open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
    await store.nodes.recordHeartbeat(liveNodeId, 1_000_000);
  }, 60_000);
  afterAll(() => store.close());

  it('keeps columns equal to the sums of entries, and never negative, after any sequence of movements', async () => {
    const step = fc.record({
      kind: fc.constantFrom('grant', 'reserve', 'settle', 'refund', 'revoke'),
      amount: fc.integer({ min: 1, max: 20 }),
      which: fc.nat({ max: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { accountId, request, find } = await createTestAccount(store, 0);
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
            const reservation = request(amount);
            const outcome = await store.ledger.reserve(reservation);
            expect(outcome.kind).toBe(model.available >= amount ? 'reserved' : 'insufficient');
            if (outcome.kind !== 'reserved') continue;
            model.available -= amount;
            model.held += amount;
            open.push(reservation.reservationId);
            sizes.set(reservation.reservationId, amount);
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
        const found = await find();
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
});
