import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../apps/server/src/storage/open-store.ts';
import { freePort } from './harness/free-port.ts';
import { lacks } from './harness/requirements.ts';
import { adminToken, testKey } from './harness/run-service.ts';
import { spawnQuern } from './harness/spawn-quern.ts';
import { startPostgres, type TestPostgres } from './harness/start-postgres.ts';

const kills = 20;
const clients = 12;
const granted = 1_000_000;

/**
 * Kills the service under load again and again. Each request has an idempotency key and is sent until it is
 * answered, so at the end every key was charged exactly once, whatever moment the process died in.
 */
async function killUnderLoad(environment: Record<string, string>, open: () => Promise<Store>): Promise<void> {
  const port = await freePort();
  const settings = {
    QUERN_BOOTSTRAP_KEY: testKey,
    QUERN_BOOTSTRAP_CREDITS: String(granted),
    QUERN_ADMIN_TOKEN: adminToken,
    QUERN_RATE_LIMIT: 'off',
    QUERN_LOG_LEVEL: 'warn',
    QUERN_ENGINE_THREADS: '1',
    ...environment,
  };
  const start = () => spawnQuern({ port, environment: settings, through: 'node' });
  let service = await start();
  let stopping = false;
  let acknowledged = 0;
  let interrupted = 0;
  const send = async (idempotencyKey: string): Promise<boolean> => {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/v0/sentiment`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${testKey}`,
          'content-type': 'application/json',
          'idempotency-key': idempotencyKey,
        },
        body: '{"text":"good"}',
      });
      await response.arrayBuffer();
      return response.status === 200;
    } catch {
      interrupted += 1;
      await sleep(20);
      return false;
    }
  };
  const client = async (name: number): Promise<void> => {
    for (let serial = 0; !stopping; serial += 1) {
      while (!(await send(`${name}-${serial}`))) await sleep(10);
      acknowledged += 1;
    }
  };
  const load = Array.from({ length: clients }, (_, name) => client(name));
  for (let kill = 0; kill < kills; kill += 1) {
    // In the midst of work: some answers have come since the start, and others are on their way.
    const wanted = acknowledged + 1 + Math.floor(Math.random() * 60);
    while (acknowledged < wanted) await sleep(1);
    await sleep(Math.random() * 30);
    await service.end('SIGKILL');
    service = await start();
  }
  await sleep(300);
  stopping = true;
  await Promise.all(load);
  expect(await service.end('SIGTERM')).toBe(0);

  const store = await open();
  try {
    const [account] = await store.accounts.list('', 10);
    const trial = await store.accounts.trialBalance(account?.id ?? '');
    console.log(`${acknowledged} requests acknowledged, ${interrupted} interrupted by ${kills} kills`);
    expect(interrupted).toBeGreaterThan(kills);
    expect(acknowledged).toBeGreaterThan(kills * clients);
    expect(account).toMatchObject({ available: granted - acknowledged, held: 0 });
    expect(trial).toMatchObject({ spent: acknowledged, held: 0, issued: -granted });
  } finally {
    await store.close();
  }
}

const onIdleError = (error: Error): void => console.error(error);

describe('kill -9 twenty times in the middle of load', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quern-kill-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('loses no acknowledged charge and charges nothing twice on SQLite', () =>
    killUnderLoad({ QUERN_DATA_DIR: folder }, () => openStore({ dataDir: folder, onIdleError })));
});

describe.skipIf(lacks('postgres'))('kill -9 twenty times, on PostgreSQL (needs postgres and initdb)', () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  it('loses no acknowledged charge and charges nothing twice on PostgreSQL', async () => {
    const url = await server.createDatabase();
    const folder = mkdtempSync(join(tmpdir(), 'quern-kill-'));
    await killUnderLoad({ DATABASE_URL: url, QUERN_DATA_DIR: folder }, () =>
      openStore({ databaseUrl: url, dataDir: '', onIdleError }),
    );
    rmSync(folder, { recursive: true, force: true });
  });
});
