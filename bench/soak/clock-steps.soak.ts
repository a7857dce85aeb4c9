import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { clockOffsetEnvironment } from '@quern/testing/clock/clock-offset-environment';
import { startPostgres } from '@quern/testing/postgres/start-postgres';
import { isMissing } from '@quern/testing/requirements';
import { killUnderLoad } from '@quern/testing/service/kill-under-load';
import { reportCounts } from '@quern/testing/soak/counts';
import { killAtRandom } from '@quern/testing/soak/kill-at-random';
import { soakMinutes } from '@quern/testing/soak/soak-minutes';
import pg from 'pg';
import { afterAll, describe, it } from 'vitest';
import { openStore } from '../../apps/server/src/storage/open-store.ts';

const minutesPerStore = soakMinutes(3) / 2;
const hourMs = 3_600_000;
/** Offsets of the wall clock in successive runs: each differs by one hour from the one before, in either direction. */
const shiftsMs = [0, hourMs, 0, -hourMs, -2 * hourMs, -hourMs];
const killsMin = shiftsMs.length;
/** Much shorter than a clock step: only the allowance for steps keeps the key of an interrupted request. */
const retention = { QUERN_RETENTION: '10m' };

const shiftOf = (run: number): number => shiftsMs[run % shiftsMs.length] ?? 0;
const stepOf = (run: number): number => shiftOf(run) - shiftOf(run - 1);
const onIdleError = (error: Error): void => console.error(error);

describe('kill -9 at random moments of the load, with the clock shifted by an hour between runs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quern-kill-clock-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('neither locks credits or keys nor charges anything twice on SQLite', async ({ task }) => {
    const counts = await killUnderLoad({
      environment: { QUERN_DATA_DIR: folder, ...retention },
      openStore: () => openStore({ dataDir: folder, onIdleError }),
      beforeRun: async (run) => {
        if (run > 0) {
          // As if the clock of the killed process had been ahead by the step.
          const database = new DatabaseSync(join(folder, 'quern.sqlite'));
          database.exec(`UPDATE nodes SET seen_at = seen_at + ${hourMs}`);
          database.close();
        }
        return clockOffsetEnvironment(shiftOf(run));
      },
      untilKill: killAtRandom(minutesPerStore, killsMin),
    });
    reportCounts(task, { ...counts });
  });

  it.skipIf(isMissing('postgres'))(
    'neither locks credits or keys nor charges anything twice on PostgreSQL (needs postgres and initdb)',
    async ({ task }) => {
      const server = await startPostgres();
      const url = await server.createDatabase();
      const client = new pg.Client(url);
      await client.connect();
      const counts = await killUnderLoad({
        environment: { DATABASE_URL: url, QUERN_DATA_DIR: join(folder, 'files'), ...retention },
        openStore: () => openStore({ databaseUrl: url, dataDir: '', onIdleError }),
        beforeRun: async (run) => {
          // If the database's clock steps back by an hour, the times it wrote are an hour ahead.
          if (run > 0) await client.query('UPDATE nodes SET seen_at = seen_at - $1::bigint', [stepOf(run)]);
          return clockOffsetEnvironment(shiftOf(run));
        },
        untilKill: killAtRandom(minutesPerStore, killsMin),
      });
      await client.end();
      await server.stop();
      reportCounts(task, { ...counts });
    },
  );
});
