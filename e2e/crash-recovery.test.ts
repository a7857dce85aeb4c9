import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { clockOffsetEnvironment } from '@quern/testing/clock/clock-offset-environment';
import { startPostgres, type TestPostgres } from '@quern/testing/postgres/start-postgres';
import { isMissing } from '@quern/testing/requirements';
import { killTimes, killUnderLoad } from '@quern/testing/service/kill-under-load';
import pg from 'pg';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openStore } from '../apps/server/src/storage/open-store.ts';

const hourMs = 3_600_000;
/** Much shorter than a clock step: only the allowance for steps keeps the key of an interrupted request. */
const retention = { QUERN_RETENTION: '10m' };

const onIdleError = (error: Error): void => console.error(error);

describe('kill -9 under load, on SQLite', { concurrent: true }, () => {
  const folders: string[] = [];
  const newFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'quern-kill-'));
    folders.push(folder);
    return folder;
  };
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it('loses no acknowledged charge and charges nothing twice', async () => {
    const folder = newFolder();
    await killUnderLoad({
      environment: { QUERN_DATA_DIR: folder },
      openStore: () => openStore({ dataDir: folder, onIdleError }),
      untilKill: killTimes(1),
    });
  });

  it('neither locks credits or keys nor charges anything twice if the clock is set forward and back by an hour', async () => {
    const folder = newFolder();
    await killUnderLoad({
      environment: { QUERN_DATA_DIR: folder, ...retention },
      openStore: () => openStore({ dataDir: folder, onIdleError }),
      beforeRun: async (run) => {
        if (run > 0) {
          // As if the clock of the killed process had been ahead by the step.
          const database = new DatabaseSync(join(folder, 'quern.sqlite'));
          database.exec(`UPDATE nodes SET seen_at = seen_at + ${hourMs}`);
          database.close();
        }
        return clockOffsetEnvironment(run === 1 ? hourMs : 0);
      },
      untilKill: killTimes(2),
    });
  });
});

describe.skipIf(isMissing('postgres'))(
  'kill -9 under load, on PostgreSQL (needs postgres and initdb)',
  { concurrent: true },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'quern-kill-'));
    let server: TestPostgres;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    it('loses no acknowledged charge and charges nothing twice', async () => {
      const url = await server.createDatabase();
      await killUnderLoad({
        environment: { DATABASE_URL: url, QUERN_DATA_DIR: folder },
        openStore: () => openStore({ databaseUrl: url, dataDir: '', onIdleError }),
        untilKill: killTimes(1),
      });
    });

    it('neither locks credits or keys nor charges anything twice if the clocks are set forward by an hour', async () => {
      const url = await server.createDatabase();
      const client = new pg.Client(url);
      await client.connect();
      await killUnderLoad({
        environment: { DATABASE_URL: url, QUERN_DATA_DIR: folder, ...retention },
        openStore: () => openStore({ databaseUrl: url, dataDir: '', onIdleError }),
        beforeRun: async (run) => {
          // If the database's clock is set forward as well, the times that it wrote are an hour old.
          if (run > 0) await client.query('UPDATE nodes SET seen_at = seen_at - $1::bigint', [hourMs]);
          return clockOffsetEnvironment(run * hourMs);
        },
        untilKill: killTimes(1),
      });
      await client.end();
    });
  },
);
