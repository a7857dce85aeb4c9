import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type TestPostgres } from '@quern/testing/postgres/start-postgres';
import { isMissing } from '@quern/testing/requirements';
import { killUnderLoad } from '@quern/testing/service/kill-under-load';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openStore } from '../apps/server/src/storage/open-store.ts';

/** Each kill waits for a restart and, on PostgreSQL, for the idempotency keys of the killed node. */
const timeoutMs = 600_000;

const onIdleError = (error: Error): void => console.error(error);

describe('kill -9 twenty times in the middle of load', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quern-kill-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it(
    'loses no acknowledged charge and charges nothing twice on SQLite',
    () =>
      killUnderLoad({
        kills: 20,
        environment: { QUERN_DATA_DIR: folder },
        openStore: () => openStore({ dataDir: folder, onIdleError }),
      }),
    timeoutMs,
  );
});

describe.skipIf(isMissing('postgres'))(
  'kill -9 twenty times, on PostgreSQL (needs postgres and initdb)',
  () => {
    let server: TestPostgres;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(() => server.stop());

    it(
      'loses no acknowledged charge and charges nothing twice on PostgreSQL',
      async () => {
        const url = await server.createDatabase();
        const folder = mkdtempSync(join(tmpdir(), 'quern-kill-'));
        await killUnderLoad({
          kills: 20,
          environment: { DATABASE_URL: url, QUERN_DATA_DIR: folder },
          openStore: () => openStore({ databaseUrl: url, dataDir: '', onIdleError }),
        });
        rmSync(folder, { recursive: true, force: true });
      },
      timeoutMs,
    );
  },
);
