import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type TestPostgres } from '@quern/testing/postgres/start-postgres';
import { isMissing } from '@quern/testing/requirements';
import { killUnderLoad } from '@quern/testing/service/kill-under-load';
import { reportCounts } from '@quern/testing/soak/counts';
import { killAtRandom } from '@quern/testing/soak/kill-at-random';
import { soakMinutes } from '@quern/testing/soak/soak-minutes';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openStore } from '../../apps/server/src/storage/open-store.ts';

const minutes = soakMinutes(3);
const killsMin = 20;

describe.skipIf(isMissing('postgres'))('two nodes on one PostgreSQL (needs postgres and initdb)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quern-nodes-'));
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('lose no acknowledged charge and charge nothing twice when one after the other is killed', async ({
    task,
  }) => {
    const url = await server.createDatabase();
    const counts = await killUnderLoad({
      nodes: 2,
      environment: { DATABASE_URL: url, QUERN_DATA_DIR: folder },
      openStore: () => openStore({ databaseUrl: url, dataDir: '', onIdleError: console.error }),
      untilKill: killAtRandom(minutes, killsMin),
    });
    reportCounts(task, { ...counts });
  });
});
