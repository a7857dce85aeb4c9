import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { clockOffsetEnvironment } from '@quern/testing/clock/clock-offset-environment';
import { startPostgres, type TestPostgres } from '@quern/testing/postgres/start-postgres';
import { isMissing } from '@quern/testing/requirements';
import { killUnderLoad } from '@quern/testing/service/kill-under-load';
import pg from 'pg';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openStore } from '../apps/server/src/storage/open-store.ts';

const hourMs = 3_600_000;
/** Offset of the wall clock in each run: it differs by one hour from run to run, in either direction. */
const shiftsMs = [0, hourMs, 0, -hourMs, -2 * hourMs, -hourMs];
const kills = shiftsMs.length - 1;
/** Much shorter than a clock step: only the allowance for steps keeps the key of an interrupted request. */
const retention = { QUERN_RETENTION: '10m' };

const stepOf = (run: number): number => (shiftsMs[run] ?? 0) - (shiftsMs[run - 1] ?? 0);
const onIdleError = (error: Error): void => console.error(error);

describe('kill -9 with the clock shifted by an hour between runs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quern-kill-clock-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('neither locks credits or keys nor charges anything twice on SQLite', () =>
    killUnderLoad({
      kills,
      environment: { QUERN_DATA_DIR: folder, ...retention },
      openStore: () => openStore({ dataDir: folder, onIdleError }),
      beforeRun: async (run) => {
        if (run > 0) {
          // As if the clock of the killed process had been ahead by the step.
          const database = new DatabaseSync(join(folder, 'quern.sqlite'));
          database.exec(`UPDATE nodes SET seen_at = seen_at + ${hourMs}`);
          database.close();
        }
        return clockOffsetEnvironment(shiftsMs[run] ?? 0);
      },
    }));
});

describe.skipIf(isMissing('postgres'))(
  'kill -9 with the clocks moved by an hour between runs, on PostgreSQL (needs postgres and initdb)',
  () => {
    let server: TestPostgres;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(() => server.stop());

    it('neither locks credits or keys nor charges anything twice on PostgreSQL', async () => {
      const url = await server.createDatabase();
      const folder = mkdtempSync(join(tmpdir(), 'quern-kill-clock-'));
      const client = new pg.Client(url);
      await client.connect();
      await killUnderLoad({
        kills,
        environment: { DATABASE_URL: url, QUERN_DATA_DIR: folder, ...retention },
        openStore: () => openStore({ databaseUrl: url, dataDir: '', onIdleError }),
        beforeRun: async (run) => {
          // If the database's clock steps back by an hour, the times it wrote are an hour ahead.
          if (run > 0) await client.query('UPDATE nodes SET seen_at = seen_at - $1::bigint', [stepOf(run)]);
          return clockOffsetEnvironment(shiftsMs[run] ?? 0);
        },
      });
      await client.end();
      rmSync(folder, { recursive: true, force: true });
    });
  },
);
