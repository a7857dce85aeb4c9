import pg from 'pg';
import type { Driver, Row, SqlValue, Statement } from '../driver.ts';
import { migrationStatements, migrations } from '../migrations.ts';
import { StorageUnavailableError } from '../storage-unavailable-error.ts';
import { isUnavailableError } from './is-unavailable-error.ts';
import { createPostgresLedger } from './postgres-ledger.ts';

/** Any number, as long as every node uses the same: the advisory lock under which nodes migrate in turn. */
const migrationLock = 7_133_705_221;

/** No statement of ours takes long; a connection that is silent for so long is a broken one. */
const queryMs = 30_000;
const urgentQueryMs = 2000;

/** 64-bit integers come as JavaScript numbers: credits and milliseconds stay far below 2^53. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
};

/** A PostgreSQL shared by any number of nodes. `url` is a libpq connection string. */
export async function openPostgresDriver(
  url: string,
  onIdleError: (error: Error) => void,
  onUnavailable: () => void,
  connectionsMax = 10,
): Promise<Driver> {
  const openPool = (max: number, timeoutMs: number): pg.Pool => {
    const opened = new pg.Pool({
      connectionString: url,
      max,
      connectionTimeoutMillis: 10_000,
      query_timeout: timeoutMs,
      statement_timeout: timeoutMs,
      application_name: 'quern',
      types,
    });
    return opened.on('error', onIdleError);
  };
  const pool = openPool(connectionsMax, queryMs);
  const urgentPool = openPool(1, urgentQueryMs);
  await migrate(pool);
  const rethrow = (error: unknown): never => {
    if (!isUnavailableError(error)) throw error;
    onUnavailable();
    throw new StorageUnavailableError(error instanceof Error ? error.message : String(error), {
      cause: error,
    });
  };
  /** The same text always has the same name, so each connection parses and plans it once. */
  const names = new Map<string, string>();
  const nameOf = (sql: string): string => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    const name = `q${names.size}`;
    names.set(sql, name);
    return name;
  };
  const queryOn =
    (connections: pg.Pool): Driver['query'] =>
    async (text, values = []): Promise<Row[]> => {
      const result = await connections
        .query<Record<string, SqlValue>>({ name: nameOf(text), text, values: [...values] })
        .catch(rethrow);
      return result.rows;
    };
  const query = queryOn(pool);
  const transaction: Driver['transaction'] = (statements) => inTransaction(pool, statements).catch(rethrow);
  return {
    dialect: 'postgres',
    query,
    urgentQuery: queryOn(urgentPool),
    transaction,
    ledger: createPostgresLedger(query, transaction),
    close: async () => {
      await Promise.all([pool.end(), urgentPool.end()]);
    },
  };
}

async function inTransaction(pool: pg.Pool, statements: readonly Statement[]): Promise<Row[][]> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const rows: Row[][] = [];
    for (const { sql, parameters } of statements) {
      rows.push((await client.query<Record<string, SqlValue>>(sql, [...parameters])).rows);
    }
    await client.query('COMMIT');
    client.release();
    return rows;
  } catch (error) {
    // Closing the connection rolls back, also when the connection itself is what failed.
    client.release(true);
    throw error;
  }
}

async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await client.query('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)');
    const { rows } = await client.query<{ version: number }>('SELECT version FROM schema_version');
    const version = rows[0]?.version ?? 0;
    if (version > migrations.length) {
      throw new Error(
        `the database was written by a newer Quern (schema ${version}, this one knows ${migrations.length})`,
      );
    }
    for (const [index, migration] of migrations.entries()) {
      if (index < version) continue;
      await client.query('BEGIN');
      for (const statement of migrationStatements(migration, 'postgres')) await client.query(statement);
      await client.query('DELETE FROM schema_version');
      await client.query('INSERT INTO schema_version VALUES ($1)', [index + 1]);
      await client.query('COMMIT');
    }
    await client.query('SELECT pg_advisory_unlock($1)', [migrationLock]);
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    client.release(true);
    throw error;
  }
  client.release();
}
