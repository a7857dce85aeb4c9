import { integer, text } from '../driver/columns.ts';
import type { Queryable } from '../driver/driver.ts';

/** Charged requests of one operation on one day. */
export interface DailyUsage {
  /** Days since 1970-01-01, UTC. */
  readonly day: number;
  readonly operation: string;
  /** Number of charged requests. */
  readonly requests: number;
  readonly credits: number;
}

/** Which charges to sum up. */
export interface UsageFilter {
  readonly accountId: string;
  /** A key; those that it was rotated from or to count as well. */
  readonly keyId: string;
  /** First time, ms since the epoch. */
  readonly from: number;
  /** First time after the period, ms since the epoch. */
  readonly to: number;
}

/** Charged requests with one key on one day. */
export interface DailyKeyUsage extends Omit<DailyUsage, 'operation'> {
  readonly keyId: string;
}

/** Which charges to sum up by key. */
export interface KeyUsageFilter extends Pick<UsageFilter, 'from' | 'to'> {
  /** Null for those of all accounts. */
  readonly accountId: string | null;
}

/** Reads sums of the ledger's charges. */
export interface UsageRepository {
  /** Returns the charges by day and operation, the earliest day first. */
  listDaily(filter: UsageFilter): Promise<DailyUsage[]>;
  /** Returns the charges by day and key, the earliest day first. */
  listDailyByKey(filter: KeyUsageFilter): Promise<DailyKeyUsage[]>;
}

const dayMs = 86_400_000;

/** Usage in either database. */
export class SqlUsageRepository implements UsageRepository {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async listDaily({ accountId, keyId, from, to }: UsageFilter): Promise<DailyUsage[]> {
    const rows = await this.#database.query(
      `SELECT created_at / ${dayMs} AS day, operation, COUNT(*) AS requests, SUM(amount) AS credits
       FROM entries
       WHERE account_id = $1 AND kind = 'settle' AND created_at >= $3 AND created_at < $4 AND key_id IN (
         SELECT id FROM keys WHERE budget_key_id = (SELECT budget_key_id FROM keys WHERE id = $2)
       )
       GROUP BY created_at / ${dayMs}, operation ORDER BY 1, 2`,
      [accountId, keyId, from, to],
    );
    return rows.map((row) => ({
      day: integer(row, 'day'),
      operation: text(row, 'operation'),
      requests: integer(row, 'requests'),
      credits: integer(row, 'credits'),
    }));
  }

  async listDailyByKey({ accountId, from, to }: KeyUsageFilter): Promise<DailyKeyUsage[]> {
    const rows = await this.#database.query(
      `SELECT created_at / ${dayMs} AS day, key_id, COUNT(*) AS requests, SUM(amount) AS credits
       FROM entries
       WHERE kind = 'settle' AND (CAST($1 AS TEXT) IS NULL OR account_id = $1) AND created_at >= $2 AND created_at < $3
       GROUP BY created_at / ${dayMs}, key_id ORDER BY 1, 2`,
      [accountId, from, to],
    );
    return rows.map((row) => ({
      day: integer(row, 'day'),
      keyId: text(row, 'key_id'),
      requests: integer(row, 'requests'),
      credits: integer(row, 'credits'),
    }));
  }
}
