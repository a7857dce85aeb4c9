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

  it('returns what its model returns for movements that are submitted at once', async () => {
    const budgets = fc.option(fc.integer({ min: 1, max: 60 }), { nil: null });
    const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 20 }), { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(budgets, rounds, async (budget, stepsOfRounds) => {
        const { accountId, keyId, request, find } = await createTestAccount(store, 100, { budget });
        const { ledger } = store;
        const model = new LedgerModel(budget);
        model.grant({ amount: 100 });
        const reservations = [uniqueText('res')];
        for (const steps of stepsOfRounds) {
          const grants = steps.flatMap((one) => (one.kind === 'grant' ? [one] : []));
          for (const { amount: granted } of grants) {
            const grant = { accountId, amount: granted, note: '', now: 1000 };
            expect(await ledger.grant(grant)).toBe(model.grant(grant));
          }
          // Databases may apply the ends of reservations first, and reservations without an Idempotency-Key last: here they
          // are submitted in that order.
          const known = [...reservations];
          const ends = steps.flatMap((one) => ('which' in one ? [one] : []));
          const pairs = ends.map((one) => {
            const reservationId = known[one.which % known.length] ?? '';
            const response = { kind: 'inline', body: one.text } as const;
            const settle = { reservationId, now: 1100, response };
            return one.kind === 'settle'
              ? ([ledger.settle(settle), model.settle(settle)] as const)
              : ([ledger[one.kind](reservationId, 1100), model[one.kind](reservationId)] as const);
          });
          const reserves = steps
            .flatMap((one) => ('idempotency' in one ? [one] : []))
            .toSorted(
              (one, other) => Number(one.idempotency === undefined) - Number(other.idempotency === undefined),
            );
          const reservePairs = reserves.map(({ amount: held, now, idempotency: claim }) => {
            const reservation = request(held, claim === undefined ? { now } : { now, idempotency: claim });
            const expected = model.reserve(reservation);
            if (expected.kind === 'reserved') reservations.push(reservation.reservationId);
            return [ledger.reserve(reservation), expected] as const;
          });
          const outcomes = await Promise.all([...pairs, ...reservePairs].map(([outcome]) => outcome));
          expect(outcomes).toEqual([...pairs, ...reservePairs].map(([, expected]) => expected));
        }
        const { available, held, spent } = model;
        expect(await find()).toMatchObject({ available, held });
        expect(await store.keys.find(keyId)).toMatchObject({ spent, budget });
      }),
      { numRuns: 60, seed: 41 },
    );
  }, 120_000);
});
