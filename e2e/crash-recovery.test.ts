import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { clockOffsetEnvironment } from '@quern/testing/clock/clock-offset-environment';
import { startPostgres } from '@quern/testing/postgres/start-postgres';
import { isMissing } from '@quern/testing/requirements';
import { killTimes, killUnderLoad } from '@quern/testing/service/kill-under-load';
import pg from 'pg';
import { afterAll, describe, it } from 'vitest';
import { openStore } from '../apps/server/src/storage/open-store.ts';

const hourMs = 3_600_000;
/** Much shorter than the clock step: only the allowance for steps keeps the key of an interrupted request. */
const retention = { QUERN_RETENTION: '10m' };
/** Run 0 and run 1 have the same clock; for run 2 it is set forward by an hour. */
const stepOf = (run: number): number => (run === 2 ? hourMs : 0);

const onIdleError = (error: Error): void => console.error(error);

describe('kill -9 under load, then again with the clock set forward by an hour', { concurrent: true }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'quern-kill-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('loses no acknowledged charge, charges nothing twice and locks no credits or keys, on SQLite', async () => {
    const dataDir = join(folder, 'sqlite');
    await killUnderLoad({
      environment: { QUERN_DATA_DIR: dataDir, ...retention },
      openStore: () => openStore({ dataDir, onIdleError }),
      beforeRun: async (run) => {
        if (stepOf(run) > 0) {
          // As if the clock of the killed process had been ahead by the step.
          const database = new DatabaseSync(join(dataDir, 'quern.sqlite'));
          database.exec(`UPDATE nodes SET seen_at = seen_at + ${stepOf(run)}`);
          database.close();
        }
        return clockOffsetEnvironment(stepOf(run));
      },
      untilKill: killTimes(2),
    });
  });

  it.skipIf(isMissing('postgres'))(
    'loses no acknowledged charge, charges nothing twice and locks no credits or keys, on PostgreSQL (needs postgres and initdb)',
    async () => {
      const server = await startPostgres();
      const url = await server.createDatabase();
      const client = new pg.Client(url);
      await client.connect();
      await killUnderLoad({
        environment: { DATABASE_URL: url, QUERN_DATA_DIR: join(folder, 'postgres'), ...retention },
        openStore: () => openStore({ databaseUrl: url, dataDir: '', onIdleError }),
        beforeRun: async (run) => {
          // If the database's clock is set forward as well, the times that it wrote are an hour old.
          if (run > 0) await client.query('UPDATE nodes SET seen_at = seen_at - $1::bigint', [stepOf(run)]);
          return clockOffsetEnvironment(stepOf(run));
        },
        untilKill: killTimes(2),
      });
      await client.end();
      await server.stop();
    },
  );
});
