import { startCuttingProxy } from '@quern/testing/postgres/cutting-proxy';
import { startPostgres } from '@quern/testing/postgres/start-postgres';
import { isMissing } from '@quern/testing/requirements';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { openPgBoss } from './open-pg-boss.ts';
import { endsChannel, PgBossQueue } from './pg-boss-queue.ts';

describe.skipIf(isMissing('postgres'))('PgBossQueue (needs postgres and initdb)', () => {
  it('listens once the database can be reached, if it cannot be at first', async () => {
    const server = await startPostgres();
    const url = await server.createDatabase();
    const proxy = await startCuttingProxy(url);
    proxy.refuse();
    const errors: Error[] = [];
    const queue = new PgBossQueue(
      () => openPgBoss(proxy.url, () => undefined),
      (error) => void errors.push(error),
    );
    const heard: Array<string | undefined> = [];
    const stop = queue.listenForEnds((id) => void heard.push(id));
    await expect.poll(() => errors.length).toBe(1);
    expect(heard).toEqual([]);
    proxy.accept();
    // Announcements may have been missed.
    await expect.poll(() => heard).toEqual([undefined]);
    const client = new pg.Client(url);
    await client.connect();
    await client.query('SELECT pg_notify($1, $2)', [endsChannel, 'job_1']);
    await expect.poll(() => heard).toEqual([undefined, 'job_1']);
    await client.end();
    stop();
    await queue.close();
    proxy.close();
    await server.stop();
  });

  it('can be closed while the database cannot be reached', async () => {
    const server = await startPostgres();
    const proxy = await startCuttingProxy(await server.createDatabase());
    proxy.refuse();
    const errors: Error[] = [];
    const queue = new PgBossQueue(
      () => openPgBoss(proxy.url, () => undefined),
      (error) => void errors.push(error),
    );
    queue.listen(() => undefined);
    await expect.poll(() => errors.length).toBe(1);
    await queue.close();
    expect(errors).toHaveLength(1);
    proxy.close();
    await server.stop();
  });
});
