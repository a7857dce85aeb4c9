import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FinishOutcome, Ledger, ReserveOutcome } from '../driver/ledger.ts';
import { QueuedLedger } from '../driver/queued-ledger.ts';
import type { StoredBody } from '../driver/stored-body.ts';
import { describePostgres } from '../fixtures/describe-postgres.ts';
import { readLedgerTables } from '../fixtures/ledger-tables.ts';
import { type BatchMovement, inBatchOrder, jobOf, reservationOf } from './movement-batch.ts';
import { MovementCommitter } from './movement-committer.ts';
import { PostgresDriver } from './postgres-driver.ts';
import { PostgresLedger } from './postgres-ledger.ts';

const response = fc.option(
  fc.constantFrom<StoredBody>(
    { kind: 'inline', body: '{"a":"\\"{},NULL é\\n"}' },
    { kind: 'blob', digest: 'd'.repeat(64) },
  ),
  { nil: undefined },
);
/** Times around the times of expiry, 1500 and 2500. */
const now = fc.constantFrom(1000, 1499, 1500, 2000, 3000);
const idempotency = fc.record({
  key: fc.constantFrom('a', 'b', 'c'),
  fingerprint: fc.constantFrom('one', 'one', 'two'),
  expiresAt: fc.constantFrom(1500, 2500),
});
const reserve = fc.record({
  kind: fc.constant('reserve' as const),
  account: fc.constantFrom('a', 'a', 'a', 'b', 'unknown'),
  isSuccessor: fc.boolean(),
  amount: fc.integer({ min: 0, max: 20 }),
  operation: fc.constantFrom('ocr', 'map'),
  idempotency: fc.option(idempotency, { nil: undefined }),
  now,
});
/** `which` is a position in the reservations so far, unknown ones among them; `job` one of six jobs, or none. */
const finish = fc.record({
  kind: fc.constantFrom('settle' as const, 'settle' as const, 'refund' as const, 'release' as const),
  which: fc.nat({ max: 24 }),
  job: fc.option(fc.nat({ max: 5 }), { nil: undefined, freq: 2 }),
  attempt: fc.constantFrom(1, 1, 1, 2),
  response,
  now,
});
const movement = fc.oneof({ arbitrary: reserve, weight: 3 }, { arbitrary: finish, weight: 2 });
const rounds = fc.array(fc.array(movement, { minLength: 1, maxLength: 25 }), { minLength: 2, maxLength: 8 });
const budgets = fc.option(fc.integer({ min: 1, max: 90 }), { nil: null });

type Outcome = ReserveOutcome | FinishOutcome | { readonly kind: 'error'; readonly message: string };

let run = 0;

/** Inserts two accounts, three keys, and six jobs, of which one is canceled and three belong to a batch. */
async function createOwners(driver: PostgresDriver, prefix: string, budget: number | null): Promise<void> {
  const insertAccount = 'INSERT INTO accounts (id, name, created_at, available) VALUES ($1, $2, 1, $3)';
  const insertKey = `INSERT INTO keys (id, account_id, hash, hint, name, scopes, created_at, budget, budget_key_id)
                     VALUES ($1, $2, $1, '', '', '*', 1, $3, $4)`;
  const insertJob = `INSERT INTO jobs (id, account_id, key_id, operation, priority, start_tag, status, attempt,
                       request_id, metadata, created_at, batch_id)
                     VALUES ($1, $2, $3, 'ocr', 'batch', 1, $4, 1, 'req', '{}', 1, $5)`;
  const insertBatch = `INSERT INTO batches (id, account_id, key_id, operation, request_id, metadata, status, created_at)
                       VALUES ($1, $2, $3, 'ocr', 'req', '{}', 'running', 1)`;
  const [a, b, key] = [`${prefix}_a`, `${prefix}_b`, `${prefix}_a1`];
  await driver.transaction([
    { sql: insertAccount, parameters: [a, 'a', 150] },
    { sql: insertAccount, parameters: [b, 'b', 40] },
    { sql: insertKey, parameters: [key, a, budget, key] },
    { sql: insertKey, parameters: [`${prefix}_a2`, a, null, key] },
    { sql: insertKey, parameters: [`${prefix}_b1`, b, null, `${prefix}_b1`] },
    { sql: insertBatch, parameters: [`${prefix}_batch`, a, key] },
    ...[0, 1, 2, 3, 4, 5].map((job) => ({
      sql: insertJob,
      parameters: [
        `${prefix}_job${job}`,
        a,
        key,
        job === 5 ? 'canceled' : 'running',
        job < 3 ? `${prefix}_batch` : null,
      ],
    })),
  ]);
}

function toMovement(
  one: Parameters<Parameters<typeof movement.map>[0]>[0],
  { prefix, reservations }: { readonly prefix: string; readonly reservations: readonly string[] },
  reservationId: string,
): BatchMovement {
  if (one.kind === 'reserve') {
    const { account, isSuccessor, idempotency: claim, ...rest } = one;
    const key = account === 'b' ? 'b1' : isSuccessor ? 'a2' : 'a1';
    const { amount, operation, now: at } = rest;
    const owner = { accountId: `${prefix}_${account}`, keyId: `${prefix}_${key}` };
    const request = { ...owner, reservationId, amount, operation, requestId: 'req', nodeId: 'node', now: at };
    return {
      kind: 'reserve',
      request: claim === undefined ? request : { ...request, idempotency: claim },
    };
  }
  const id = reservations[one.which % reservations.length] ?? '';
  if (one.kind !== 'settle') return { kind: one.kind, reservationId: id, now: one.now };
  const body = one.response === undefined ? {} : { response: one.response };
  if (one.job === undefined) return { kind: 'settle', request: { reservationId: id, now: one.now, ...body } };
  const job = {
    id: `${prefix}_job${one.job}`,
    attempt: one.attempt,
    result: { kind: 'inline', body: `{"job":${one.job}}` } as const,
    expiresAt: 9000,
  };
  return { kind: 'settle', request: { reservationId: id, now: one.now, ...body, job } };
}

/** Drops movements whose reservation or job an earlier one of the round has: the committer keeps them for later. */
function withoutRepetitions(movements: readonly BatchMovement[]): BatchMovement[] {
  const taken = new Set<string>();
  return movements.filter((one) => {
    const names = [`r ${reservationOf(one)}`, ...[jobOf(one) ?? []].flat().map((id) => `j ${id}`)];
    if (names.some((name) => taken.has(name))) return false;
    for (const name of names) taken.add(name);
    return true;
  });
}

async function apply(ledger: Ledger, one: BatchMovement): Promise<Outcome> {
  try {
    if (one.kind === 'reserve') return await ledger.reserve(one.request);
    if (one.kind === 'settle') return await ledger.settle(one.request);
    return await ledger[one.kind](one.reservationId, one.now);
  } catch (error) {
    return { kind: 'error', message: error instanceof Error ? error.message : String(error) };
  }
}

/** A ledger that adds the reservation of each movement to a set. */
function recordCalls(ledger: Ledger, reservations: Set<string>): Ledger {
  const record = (id: string): void => void reservations.add(id);
  return {
    reserve: (request) => {
      record(request.reservationId);
      return ledger.reserve(request);
    },
    settle: (request) => {
      record(request.reservationId);
      return ledger.settle(request);
    },
    refund: (id, at) => {
      record(id);
      return ledger.refund(id, at);
    },
    release: (id, at) => {
      record(id);
      return ledger.release(id, at);
    },
    openAccount: (request) => ledger.openAccount(request),
    grant: (request) => ledger.grant(request),
  };
}

describePostgres('group commit', (server) => {
  const drivers: PostgresDriver[] = [];
  const open = async (databaseUrl: string): Promise<PostgresDriver> => {
    const driver = await PostgresDriver.open(
      databaseUrl,
      () => undefined,
      () => undefined,
    );
    drivers.push(driver);
    return driver;
  };
  let url: string;
  let grouped: PostgresDriver;
  let alone: PostgresDriver;
  beforeAll(async () => {
    url = await server().createDatabase();
    grouped = await open(url);
    alone = await open(await server().createDatabase());
  }, 60_000);
  afterAll(() => Promise.all(drivers.map((driver) => driver.close())));

  it('returns and stores what one statement for each movement does, for any batches', async () => {
    const seen = new Map<string, number>();
    const pool = new pg.Pool({ connectionString: url }).on('error', () => undefined);
    const single = new PostgresLedger(alone);
    const fallback = new PostgresLedger(grouped);
    // Movements that the function has not decided.
    const undecided = new Set<string>();
    const recording = recordCalls(fallback, undecided);
    const committer = new MovementCommitter(pool, recording, (error) => error);
    const ledger = new QueuedLedger(committer, grouped);
    await fc.assert(
      fc.asyncProperty(budgets, rounds, async (budget, batchesOfRun) => {
        run += 1;
        const prefix = `p${run}`;
        const reservations = [`${prefix}_unknown`];
        await Promise.all([createOwners(grouped, prefix, budget), createOwners(alone, prefix, budget)]);
        for (const [round, specs] of batchesOfRun.entries()) {
          const movements = withoutRepetitions(
            specs.map((one, index) =>
              toMovement(one, { prefix, reservations }, `${prefix}_res${round}_${index}`),
            ),
          );
          // Submitted in one turn of the event loop: one batch.
          const outcomes = new Map(
            await Promise.all(movements.map(async (one) => [one, await apply(ledger, one)] as const)),
          );
          for (const one of inBatchOrder(movements, (item) => item)) {
            const expected = await apply(single, one);
            expect(outcomes.get(one), JSON.stringify(one)).toEqual(expected);
            const name = `${one.kind}${jobOf(one) === undefined ? '' : ' job'} ${expected.kind}`;
            seen.set(name, (seen.get(name) ?? 0) + 1);
            // A batch that fails is committed one by one, which is equal without proving anything.
            const isDecided = !undecided.delete(reservationOf(one));
            expect(isDecided, name).toBe(!['gone', 'released', 'job_lost'].includes(expected.kind));
            if (expected.kind === 'reserved') reservations.push(reservationOf(one));
          }
        }
        expect(await readLedgerTables(grouped)).toEqual(await readLedgerTables(alone));
      }),
      { numRuns: 100, seed: 40 },
    );
    await committer.close();
    await pool.end();
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
      'settle job done',
      'settle job gone',
      'settle job job_lost',
      'refund done',
      'refund gone',
      'release done',
    ])
      expect(seen.get(outcome) ?? 0, outcome).toBeGreaterThan(2);
  }, 300_000);
});
