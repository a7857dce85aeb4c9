import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '@quern/testing/postgres/start-postgres';
import { isMissing } from '@quern/testing/requirements';
import { killWhileJobsRun, type RunningJobs } from '@quern/testing/service/kill-while-jobs-run';
import { reportCounts } from '@quern/testing/soak/counts';
import { afterAll, describe, it } from 'vitest';
import { openStore } from '../../apps/server/src/storage/open-store.ts';

const kills = 20;
const delayMaxMs = 1500;

const onIdleError = (error: Error): void => console.error(error);

/** Half of the kills happen while jobs run that cannot end, the others at a random moment. */
async function untilKill({ held }: RunningJobs): Promise<void> {
  if (Math.random() < 0.5) await held();
  await sleep(Math.random() * delayMaxMs);
}

describe('kill -9 at random moments of jobs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quern-kill-jobs-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('ends every accepted job once, and charges it once, on SQLite', async ({ task }) => {
    const counts = await killWhileJobsRun({
      environment: { QUERN_DATA_DIR: folder },
      openStore: () => openStore({ dataDir: folder, onIdleError }),
      kills,
      untilKill,
    });
    reportCounts(task, { ...counts });
  });

  it.skipIf(isMissing('postgres'))(
    'ends every accepted job once, and charges it once, on PostgreSQL (needs postgres and initdb)',
    async ({ task }) => {
      const server = await startPostgres();
      const url = await server.createDatabase();
      const counts = await killWhileJobsRun({
        environment: { DATABASE_URL: url, QUERN_DATA_DIR: join(folder, 'files') },
        openStore: () => openStore({ databaseUrl: url, dataDir: '', onIdleError }),
        kills,
        untilKill,
      });
      reportCounts(task, { ...counts });
      await server.stop();
    },
  );
});
