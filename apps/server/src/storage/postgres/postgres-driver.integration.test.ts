import { startCuttingProxy } from '@quern/testing/postgres/cutting-proxy';
import { startPostgres, type TestPostgres } from '@quern/testing/postgres/start-postgres';
import { isMissing } from '@quern/testing/requirements';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { StorageUnavailableError } from '../driver/storage-unavailable-error.ts';
import { migrateDatabase } from './migrate-database.ts';
import { PostgresDriver } from './postgres-driver.ts';

describe.skipIf(isMissing('postgres'))('a connection to PostgreSQL (needs postgres and initdb)', () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server.stop());

  // A client that emits an error without a listener ends the process; here it fails the run.
  it.each(['BEGIN', 'INSERT INTO settings', 'COMMIT'])(
    'that is lost at %s of a transaction fails the transaction only',
    async (text) => {
      const proxy = await startCuttingProxy(await server.createDatabase());
      const onUnavailable = vi.fn();
      const driver = await PostgresDriver.open(proxy.url, () => undefined, onUnavailable);
      const write = (name: string) =>
        driver.transaction([
          { sql: 'INSERT INTO settings (name, value) VALUES ($1, $2)', parameters: [name, 'x'] },
          { sql: 'SELECT COUNT(*) AS n FROM settings', parameters: [] },
        ]);
      proxy.cutAt(text);
      await expect(write('lost')).rejects.toBeInstanceOf(StorageUnavailableError);
      expect(onUnavailable).toHaveBeenCalledTimes(1);
      expect((await write('kept'))[1]).toEqual([{ n: 1 }]);
      await driver.close();
      proxy.close();
    },
  );

  it('that is lost during a migration fails the start only', async () => {
    const proxy = await startCuttingProxy(await server.createDatabase());
    const open = () =>
      PostgresDriver.open(
        proxy.url,
        () => undefined,
        () => undefined,
      );
    proxy.cutAt('pg_advisory_lock');
    await expect(open()).rejects.toThrow(/terminated/);
    await (await open()).close();
    proxy.close();
  });

  it('prepares a statement again, on each connection, when a newer node has added columns', async () => {
    const url = await server.createDatabase();
    const ignore = (): void => undefined;
    const driver = await PostgresDriver.open(url, ignore, ignore);
    const other = new pg.Client(url);
    await other.connect();
    await driver.query("INSERT INTO settings (name, value) VALUES ('a', 'x')");
    // Several at once, so that several connections have prepared it.
    const readAll = () =>
      Promise.all(
        Array.from({ length: 8 }, () => driver.query('SELECT * FROM settings WHERE name = $1', ['a'])),
      );
    const row = { name: 'a', value: 'x' };
    expect(await readAll()).toEqual(Array.from({ length: 8 }, () => [row]));
    for (const column of ['first', 'second']) {
      await other.query(`ALTER TABLE settings ADD COLUMN ${column} INT`);
      Object.assign(row, { [column]: null });
      expect(await readAll()).toEqual(Array.from({ length: 8 }, () => [row]));
    }
    await driver.close();
    await other.end();
  });

  it('has no time limit while it migrates and waits for another node that does', async () => {
    const url = await server.createDatabase();
    const other = new pg.Client(url);
    await other.connect();
    await other.query('SELECT pg_advisory_lock(7133705221)');
    const pool = new pg.Pool({ connectionString: url, statement_timeout: 50 });
    // `end` does not wait until the server has closed the connections: it may be stopped first, which is an error of an idle client.
    pool.on('error', () => undefined);
    const migrated = migrateDatabase(pool);
    const waitsBeyondLimit = async (): Promise<boolean> => {
      const { rows } = await other.query(
        `SELECT 1 FROM pg_stat_activity WHERE wait_event = 'advisory' AND now() - query_start > interval '200 ms'`,
      );
      return rows.length > 0;
    };
    await expect.poll(waitsBeyondLimit, { timeout: 30_000 }).toBe(true);
    await other.query('SELECT pg_advisory_unlock(7133705221)');
    await migrated;
    await pool.end();
    await other.end();
  });
});
