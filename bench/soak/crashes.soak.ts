import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@quern/testing/postgres/start-postgres';
import { isMissing } from '@quern/testing/requirements';
import { killUnderLoad } from '@quern/testing/service/kill-under-load';
import { reportCounts } from '@quern/testing/soak/counts';
import { killAtRandom } from '@quern/testing/soak/kill-at-random';
import { soakMinutes } from '@quern/testing/soak/soak-minutes';
import { afterAll, describe, it } from 'vitest';
import { openStore } from '../../apps/server/src/storage/open-store.ts';

const minutesPerStore = soakMinutes(4) / 2;
const killsMin = 20;

const onIdleError = (error: Error): void => console.error(error);

describe('kill -9 at random moments of the load', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quern-kill-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('loses no acknowledged charge and charges nothing twice on SQLite', async ({ task }) => {
    const counts = await killUnderLoad({
      environment: { QUERN_DATA_DIR: folder },
      openStore: () => openStore({ dataDir: folder, onIdleError }),
      untilKill: killAtRandom(minutesPerStore, killsMin),
    });
    reportCounts(task, { ...counts });
  });

  it.skipIf(isMissing('postgres'))(
    'loses no acknowledged charge and charges nothing twice on PostgreSQL (needs postgres and initdb)',
    async ({ task }) => {
      const server = await startPostgres();
      const url = await server.createDatabase();
      // Each kill also waits for the idempotency keys of the killed node.
      const counts = await killUnderLoad({
        environment: { DATABASE_URL: url, QUERN_DATA_DIR: join(folder, 'files') },
        openStore: () => openStore({ databaseUrl: url, dataDir: '', onIdleError }),
        untilKill: killAtRandom(minutesPerStore, killsMin),
      });
      reportCounts(task, { ...counts });
      await server.stop();
    },
  );
});
