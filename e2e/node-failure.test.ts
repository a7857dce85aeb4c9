import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@quern/testing/network/find-free-port';
import { startPostgres, type TestPostgres } from '@quern/testing/postgres/start-postgres';
import { isMissing } from '@quern/testing/requirements';
import { type SpawnedService, spawnService } from '@quern/testing/service/spawn-service';
import { testApiKey } from '@quern/testing/service/start-test-service';
import { serveSite, type TestSite } from '@quern/testing/web/serve-site';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { heartbeatIntervalMs } from '../apps/server/src/cluster/node-failure-detector.ts';

const granted = 100;

describe.skipIf(isMissing('postgres'))('two nodes on one PostgreSQL (needs postgres and initdb)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quern-death-'));
  let server: TestPostgres;
  let database: pg.Client;
  let site: TestSite;
  let nodes: SpawnedService[];
  beforeAll(async () => {
    server = await startPostgres();
    site = await serveSite({ '/': { body: '<p>late</p>', delayMs: 2000 } });
  });
  beforeEach(async () => {
    const url = await server.createDatabase();
    const environment = {
      DATABASE_URL: url,
      QUERN_DATA_DIR: folder,
      QUERN_BOOTSTRAP_KEY: testApiKey,
      QUERN_BOOTSTRAP_CREDITS: String(granted),
      QUERN_FETCH_ALLOW: '127.0.0.0/8',
      QUERN_ROBOTS: 'ignore',
    };
    const start = async () => spawnService({ port: await findFreePort(), environment, launcher: 'node' });
    nodes = [await start(), await start()];
    database = new pg.Client(url);
    await database.connect();
  });
  afterEach(async () => {
    await database.end();
    await Promise.all(nodes.map((node) => node.terminate('SIGKILL')));
  });
  afterAll(async () => {
    await site.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const scrape = (node: SpawnedService | undefined): Promise<Response> =>
    fetch(`${node?.url}/v0/scrape`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${testApiKey}`,
        'content-type': 'application/json',
        'idempotency-key': 'in-flight',
      },
      body: JSON.stringify({ url: site.origin }),
    });
  const value = async (sql: string): Promise<number> => {
    const { rows } = await database.query<{ value: string }>(sql);
    return Number(rows[0]?.value);
  };
  const reservations = () => value('SELECT count(*) AS value FROM reservations');
  const reserved = async (): Promise<void> => {
    while ((await reservations()) === 0) await sleep(10);
  };
  const balance = async () => {
    const { rows } = await database.query('SELECT available::int, held::int FROM accounts');
    return rows;
  };

  it('frees an idempotency key within 10 beats (5 s) of the last heartbeat of a killed node', async () => {
    const lost = scrape(nodes[0]).catch(() => 'lost');
    await reserved();
    const { rows } = await database.query<{ node_id: string }>('SELECT node_id FROM reservations');
    const dead = rows[0]?.node_id;
    await nodes[0]?.terminate('SIGKILL');
    expect(await lost).toBe('lost');
    expect((await scrape(nodes[1])).status).toBe(409);
    // The time since then is measured in heartbeats of the other node.
    const beats = () => value(`SELECT beats AS value FROM nodes WHERE id <> '${dead}'`);
    const before = await beats();
    while ((await reservations()) > 0) await sleep(10);
    expect((await beats()) - before).toBeLessThanOrEqual(5000 / heartbeatIntervalMs);
    expect((await scrape(nodes[1])).status).toBe(200);
    expect(await balance()).toEqual([{ available: granted - 1, held: 0 }]);
    expect(await value('SELECT count(*) AS value FROM nodes')).toBe(1);
  });

  it('returns 503 and charges nothing on a node that was suspended and considered dead', async () => {
    const slow = scrape(nodes[0]);
    await reserved();
    nodes[0]?.process.kill('SIGSTOP');
    while ((await reservations()) > 0) await sleep(10);
    nodes[0]?.process.kill('SIGCONT');
    const response = await slow;
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.json()).toMatchObject({ code: 'overloaded' });
    expect(await balance()).toEqual([{ available: granted, held: 0 }]);
    expect((await scrape(nodes[0])).status).toBe(200);
    expect(await balance()).toEqual([{ available: granted - 1, held: 0 }]);
    while ((await value('SELECT count(*) AS value FROM nodes')) < 2) await sleep(10);
  });
});
