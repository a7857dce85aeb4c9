import pg from 'pg';
import type { Driver, Row, SqlValue, Statement } from '../driver/driver.ts';
import type { Ledger } from '../driver/ledger.ts';
import { QueuedLedger } from '../driver/queued-ledger.ts';
import { StorageUnavailableError } from '../driver/storage-unavailable-error.ts';
import { isStaleStatementError, isUnavailableError } from './is-unavailable-error.ts';
import { migrateDatabase } from './migrate-database.ts';
import { MovementCommitter } from './movement-committer.ts';
import { laneCount } from './movement-lane.ts';
import { PostgresLedger } from './postgres-ledger.ts';
import { repeatOnConflict } from './repeat-on-conflict.ts';
import { withClient } from './with-client.ts';

/** No statement takes this long; a connection that is silent for this long is broken. */
const queryTimeoutMs = 30_000;
const urgentQueryTimeoutMs = 2000;
const connectTimeoutMs = 10_000;
const connectionsMax = 10;

/** 64-bit integers become JavaScript numbers: credits and milliseconds are far below 2^53. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
};

/** Runs a statement of a transaction. A library may pass arrays and other values that `pg` accepts. */
export type TransactionQuery = (sql: string, parameters?: readonly unknown[]) => Promise<Row[]>;

/** Receipts of nodes that have stopped are deleted after a day, when nothing that they sent can still arrive. */
const receiptRetentionMs = 24 * 3_600_000;
const sweepReceiptsSql = 'DELETE FROM movement_receipts WHERE updated_at < $1';

interface Pools {
  readonly pool: pg.Pool;
  readonly urgentPool: pg.Pool;
  readonly ledgerPool: pg.Pool;
}

/** A PostgreSQL database shared by any number of nodes. */
export class PostgresDriver implements Driver {
  readonly dialect = 'postgres';
  readonly ledger: Ledger;
  readonly #pool: pg.Pool;
  readonly #urgentPool: pg.Pool;
  readonly #ledgerPool: pg.Pool;
  readonly #committer: MovementCommitter;
  readonly #onUnavailable: () => void;
  /** Names of statements by their texts, so that each connection parses and plans a text once. */
  readonly #statementNames = new Map<string, string>();
  #statementCount = 0;

  private constructor({ pool, urgentPool, ledgerPool }: Pools, onUnavailable: () => void) {
    this.#pool = pool;
    this.#urgentPool = urgentPool;
    this.#ledgerPool = ledgerPool;
    this.#onUnavailable = onUnavailable;
    this.#committer = new MovementCommitter(ledgerPool, new PostgresLedger(this), (error) =>
      this.#toStorageError(error),
    );
    this.ledger = new QueuedLedger(this.#committer, this);
  }

  /**
   * Connects and applies pending migrations.
   *
   * @param url A libpq connection string.
   * @param onIdleError Called when an idle connection fails.
   * @param onUnavailable Called whenever the server cannot be reached or cannot work.
   * @throws {Error} If the server cannot be reached, or the database was written by a newer version of Quern.
   */
  static async open(
    url: string,
    onIdleError: (error: Error) => void,
    onUnavailable: () => void,
  ): Promise<PostgresDriver> {
    const pool = openPool(url, connectionsMax, queryTimeoutMs).on('error', onIdleError);
    const urgentPool = openPool(url, 1, urgentQueryTimeoutMs).on('error', onIdleError);
    const ledgerPool = openPool(url, laneCount, queryTimeoutMs).on('error', onIdleError);
    await migrate(url, onIdleError);
    await pool.query(sweepReceiptsSql, [Date.now() - receiptRetentionMs]);
    return new PostgresDriver({ pool, urgentPool, ledgerPool }, onUnavailable);
  }

  query(sql: string, parameters: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#queryOn(this.#pool, sql, parameters);
  }

  urgentQuery(sql: string, parameters: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#queryOn(this.#urgentPool, sql, parameters);
  }

  transaction(statements: readonly Statement[]): Promise<Row[][]> {
    return repeatOnConflict(() =>
      this.transact(async (query) => {
        const rows: Row[][] = [];
        for (const { sql, parameters } of statements) rows.push(await query(sql, parameters));
        return rows;
      }),
    );
  }

  /**
   * Runs work whose later statements depend on earlier ones as one transaction.
   *
   * @throws The error of the work, after a rollback.
   * @throws {StorageUnavailableError}
   */
  async transact<Value>(work: (query: TransactionQuery) => Promise<Value>): Promise<Value> {
    return inTransaction(this.#pool, work).catch((error: unknown) => this.#rethrow(error));
  }

  async close(): Promise<void> {
    await this.#committer.close();
    await Promise.all([this.#pool.end(), this.#urgentPool.end(), this.#ledgerPool.end()]);
  }

  async #queryOn(pool: pg.Pool, text: string, parameters: readonly SqlValue[]): Promise<Row[]> {
    const query = () => this.#queryPrepared(pool, text, parameters);
    return repeatOnConflict(query).catch((error: unknown) => this.#rethrow(error));
  }

  async #queryPrepared(pool: pg.Pool, text: string, parameters: readonly SqlValue[]): Promise<Row[]> {
    const name = this.#statementName(text);
    try {
      const { rows } = await pool.query<Record<string, SqlValue>>({ name, text, values: [...parameters] });
      return rows;
    } catch (error) {
      // Under another name, each connection prepares it again.
      if (isStaleStatementError(error) && this.#statementNames.get(text) === name) {
        this.#statementNames.delete(text);
      }
      throw error;
    }
  }

  #rethrow(error: unknown): never {
    throw this.#toStorageError(error);
  }

  #toStorageError(error: unknown): unknown {
    if (!isUnavailableError(error)) return error;
    this.#onUnavailable();
    return new StorageUnavailableError(error instanceof Error ? error.message : String(error), {
      cause: error,
    });
  }

  #statementName(sql: string): string {
    let name = this.#statementNames.get(sql);
    if (name === undefined) {
      name = `q${this.#statementCount}`;
      this.#statementCount += 1;
      this.#statementNames.set(sql, name);
    }
    return name;
  }
}

/** @param timeoutMs Time limit of a statement; undefined for none. */
function openPool(url: string, max: number, timeoutMs: number | undefined): pg.Pool {
  return new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    ...(timeoutMs === undefined ? {} : { query_timeout: timeoutMs, statement_timeout: timeoutMs }),
    // Without a time limit, only this finds out that the server is gone.
    keepAlive: true,
    application_name: 'quern',
    types,
  });
}

/** Migrates on a connection without a time limit for statements. */
async function migrate(url: string, onIdleError: (error: Error) => void): Promise<void> {
  const pool = openPool(url, 1, undefined).on('error', onIdleError);
  try {
    await migrateDatabase(pool);
  } finally {
    await pool.end();
  }
}

function inTransaction<Value>(
  pool: pg.Pool,
  work: (query: TransactionQuery) => Promise<Value>,
): Promise<Value> {
  return withClient(pool, async (client) => {
    await client.query('BEGIN');
    const value = await work(
      async (sql, parameters = []) =>
        (await client.query<Record<string, SqlValue>>(sql, [...parameters])).rows,
    );
    await client.query('COMMIT');
    return value;
  });
}
