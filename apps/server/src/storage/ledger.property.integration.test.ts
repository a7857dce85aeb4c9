import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReserveOutcome } from './driver/ledger.ts';
import { createTestAccount, liveNodeId, uniqueText } from './fixtures/create-test-account.ts';
import { describeDatabases } from './fixtures/describe-databases.ts';
import { LedgerModel } from './fixtures/ledger-model.ts';
import type { Store } from './store.ts';

const amount = fc.integer({ min: 1, max: 20 });
/** Which of the reservations so far; unknown ones are among them. */
const which = fc.nat({ max: 12 });
/** Few keys and fingerprints, so that requests meet; times around the time of expiry, 1500. */
const idempotency = fc.record({
  key: fc.constantFrom('a', 'b'),
  fingerprint: fc.constantFrom('one', 'one', 'two'),
  expiresAt: fc.constant(1500),
});
const step = fc.oneof(
  fc.record({ kind: fc.constant('grant'), amount: fc.integer({ min: -20, max: 40 }) }),
  fc.record({
    kind: fc.constant('reserve'),
    amount,
    idempotency: fc.option(idempotency, { nil: undefined }),
    now: fc.constantFrom(1000, 1499, 1500, 2000),
  }),
  fc.record({
    kind: fc.constantFrom('settle', 'refund', 'release'),
    which,
    text: fc.constantFrom('{}', '[1]'),
  }),
);

describeDatabases('the ledger', (open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
    await store.nodes.recordHeartbeat(liveNodeId, 1_000_000);
  }, 60_000);
  afterAll(() => store.close());

  it('returns what its model returns, and has the balances of its model, for any movements', async () => {
    const budgets = fc.option(fc.integer({ min: 1, max: 60 }), { nil: null });
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(budgets, fc.array(step, { minLength: 5, maxLength: 40 }), async (budget, steps) => {
        const { accountId, keyId, request, find } = await createTestAccount(store, 0, { budget });
        const { ledger } = store;
        const model = new LedgerModel(budget);
        const reservations = [uniqueText('res')];
        const note = (outcome: { kind: string }, name: string): void =>
          void seen.add(`${name} ${outcome.kind}`);
        for (const one of steps) {
          if ('idempotency' in one) {
            const { now, idempotency: claim } = one;
            const reservation = request(
              one.amount,
              claim === undefined ? { now } : { now, idempotency: claim },
            );
            const outcome: ReserveOutcome = await ledger.reserve(reservation);
            expect(outcome).toEqual(model.reserve(reservation));
            note(outcome, 'reserve');
            if (outcome.kind === 'reserved') reservations.push(reservation.reservationId);
          } else if ('which' in one) {
            const reservationId = reservations[one.which % reservations.length] ?? '';
            const response = { kind: 'inline', body: one.text } as const;
            const settle = { reservationId, now: 1100, response };
            const [outcome, expected] =
              one.kind === 'settle'
                ? [await ledger.settle(settle), model.settle(settle)]
                : one.kind === 'refund'
                  ? [await ledger.refund(reservationId, 1100), model.refund(reservationId)]
                  : [await ledger.release(reservationId, 1100), model.release(reservationId)];
            expect(outcome).toEqual(expected);
            note(outcome, one.kind);
          } else {
            const grant = { accountId, amount: one.amount, note: '', now: 1000 };
            expect(await ledger.grant(grant)).toBe(model.grant(grant));
          }
        }
        const { available, held, charged, spent } = model;
        expect(await find()).toMatchObject({ available, held });
        expect(await store.keys.find(keyId)).toMatchObject({ spent, budget });
        const trial = await store.accounts.trialBalance(accountId);
        expect([trial['available'] ?? 0, trial['held'] ?? 0, trial['spent'] ?? 0]).toEqual([
          available,
          held,
          charged,
        ]);
        expect(Object.values(trial).reduce((sum, bucket) => sum + bucket, 0)).toBe(0);
      }),
      { numRuns: 60 },
    );
    // Otherwise the property would hold for outcomes that never occur.
    for (const outcome of [
      'reserve reserved',
      'reserve insufficient',
      'reserve over_budget',
      'reserve idempotency_mismatch',
      'reserve idempotency_running',
      'reserve replay',
      'settle done',
      'settle gone',
      'settle released',
      'refund done',
      'release done',
      'release released',
    ])
      expect(seen).toContain(outcome);
  }, 120_000);
});
