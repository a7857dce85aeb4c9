import type pg from 'pg';
import { pendingMigrations } from '../driver/pending-migrations.ts';
import { withClient } from './with-client.ts';

/** Advisory lock under which nodes migrate one after the other; any number that all nodes share. */
const migrationLock = 7_133_705_221;

/**
 * Applies pending migrations, each as one transaction. Statements may take as long as they need: building an index of a
 * large table, and waiting for another node that does.
 *
 * @param pool A pool without a time limit for queries.
 * @throws {Error} If the database was written by a newer version of Quern.
 */
export function migrateDatabase(pool: pg.Pool): Promise<void> {
  return withClient(pool, async (client) => {
    // A role or a database may have a limit as well.
    await client.query('SET statement_timeout = 0');
    await client.query('SET lock_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await client.query('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)');
    const { rows } = await client.query<{ version: number }>('SELECT version FROM schema_version');
    const current = rows[0]?.version ?? 0;
    for (const { version, statements } of pendingMigrations(current, 'postgres', 'the database')) {
      await client.query('BEGIN');
      for (const statement of statements) await client.query(statement);
      await client.query('DELETE FROM schema_version');
      await client.query('INSERT INTO schema_version VALUES ($1)', [version]);
      await client.query('COMMIT');
    }
    await client.query('SELECT pg_advisory_unlock($1)', [migrationLock]);
  });
}
