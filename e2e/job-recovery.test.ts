import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@quern/testing/postgres/start-postgres';
import { isMissing } from '@quern/testing/requirements';
import { killWhileJobsRun, type RunningJobs } from '@quern/testing/service/kill-while-jobs-run';
import { afterAll, describe, it } from 'vitest';
import { openStore } from '../apps/server/src/storage/open-store.ts';

const onIdleError = (error: Error): void => console.error(error);
const untilKill = ({ held }: RunningJobs): Promise<void> => held();

describe('kill -9 while jobs run', { concurrent: true }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'quern-kill-jobs-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('ends every accepted job once, and charges it once, on SQLite', async () => {
    await killWhileJobsRun({
      environment: { QUERN_DATA_DIR: folder },
      openStore: () => openStore({ dataDir: folder, onIdleError }),
      kills: 2,
      untilKill,
    });
  });

  it.skipIf(isMissing('postgres'))(
    'ends every accepted job once, and charges it once, on PostgreSQL (needs postgres and initdb)',
    async () => {
      const server = await startPostgres();
      const url = await server.createDatabase();
      await killWhileJobsRun({
        environment: { DATABASE_URL: url, QUERN_DATA_DIR: join(folder, 'files') },
        openStore: () => openStore({ databaseUrl: url, dataDir: '', onIdleError }),
        kills: 1,
        untilKill,
      });
      await server.stop();
    },
  );
});
