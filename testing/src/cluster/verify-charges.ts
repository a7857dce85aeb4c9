import pg from 'pg';
import { expect, vi } from 'vitest';

/** Orphaned reservations are released within 5 s; jobs of a killed worker are repeated after 10 s. */
const settledTimeoutMs = 120_000;

/** Charges that a load should have caused. */
export interface ExpectedCharges {
  readonly granted: number;
  /** Requests that have succeeded and cost one credit each. */
  readonly charged: number;
  /** Ids of requests that were run and charged. */
  readonly requestIds: readonly string[];
}

/** Counts of the ledger after a load. */
export interface LedgerCounts {
  readonly ledgerCharged: number;
  /** The ledger's charges without the expected ones. */
  readonly ledgerDifference: number;
  /** Requests that were charged more than once. */
  readonly chargedTwice: number;
  /** Acknowledged requests without a charge. */
  readonly notCharged: number;
  readonly held: number;
  /** Jobs that have not ended, with those that a request has waited for. */
  readonly jobsLeft: number;
}

interface Left {
  readonly reservations: number;
  readonly jobs: number;
  readonly awaited: number;
}

interface Totals {
  readonly available: number;
  readonly held: number;
  readonly issued: number;
  readonly spent: number;
  readonly charges: number;
  readonly twice: number;
}

const totalsSql = `SELECT
  (SELECT sum(available) FROM accounts)::int AS available,
  (SELECT sum(held) FROM accounts)::int AS held,
  (SELECT sum(amount) FROM entries WHERE debit = 'issued')::int AS issued,
  (SELECT coalesce(sum(amount), 0) FROM entries WHERE kind = 'settle')::int AS spent,
  (SELECT count(*) FROM entries WHERE kind = 'settle')::int AS charges,
  (SELECT count(*) FROM (SELECT FROM entries WHERE kind = 'settle' GROUP BY request_id HAVING count(*) > 1) t)::int
    AS twice`;

const leftSql = `SELECT
  (SELECT count(*) FROM reservations)::int AS reservations,
  (SELECT count(*) FROM jobs WHERE finished_at IS NULL)::int AS jobs,
  (SELECT count(*) FROM jobs WHERE finished_at IS NULL AND waiter_id IS NOT NULL)::int AS awaited`;

/**
 * Waits until nothing is held and no job is left, also none that a request has waited for, and compares the ledger with
 * the requests that were acknowledged: each must be charged once, and nothing else.
 */
export async function verifyCharges(databaseUrl: string, expected: ExpectedCharges): Promise<LedgerCounts> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const left = await vi.waitFor(
      async () => {
        const [row] = (await client.query<Left>(leftSql)).rows;
        expect(row).toEqual({ reservations: 0, jobs: 0, awaited: 0 });
        return row;
      },
      { timeout: settledTimeoutMs, interval: 200 },
    );
    const [totals] = (await client.query<Totals>(totalsSql)).rows;
    const { rows } = await client.query<{ request_id: string }>(
      "SELECT request_id FROM entries WHERE kind = 'settle'",
    );
    const charged = new Set(rows.map((row) => row.request_id));
    const notCharged = expected.requestIds.filter((id) => !charged.has(id)).length;
    const { granted, charged: count } = expected;
    expect(totals).toEqual({
      available: granted - count,
      held: 0,
      issued: granted,
      spent: count,
      charges: count,
      twice: 0,
    });
    expect(new Set(expected.requestIds).size).toBe(expected.requestIds.length);
    expect(notCharged).toBe(0);
    return {
      ledgerCharged: totals?.spent ?? Number.NaN,
      ledgerDifference: (totals?.spent ?? Number.NaN) - count,
      chargedTwice: totals?.twice ?? Number.NaN,
      notCharged,
      held: totals?.held ?? Number.NaN,
      jobsLeft: left?.jobs ?? Number.NaN,
    };
  } finally {
    await client.end();
  }
}
