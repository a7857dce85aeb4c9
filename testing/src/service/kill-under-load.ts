import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Store } from '../../../apps/server/src/storage/store.ts';
import { findFreePort } from '../network/find-free-port.ts';
import { spawnService } from './spawn-service.ts';
import { testAdminToken, testApiKey } from './start-test-service.ts';

const clients = 12;
const granted = 1_000_000;

export interface KillUnderLoadOptions {
  readonly kills: number;
  /** Settings of all runs. */
  readonly environment: Record<string, string>;
  readonly openStore: () => Promise<Store>;
  /** Called while no process runs, before each run; returns settings of that run alone. Runs count from 0. */
  readonly beforeRun?: (run: number) => Promise<Record<string, string>>;
}

/**
 * Kills the service under load again and again. Each request has an idempotency key and is sent until it is
 * answered, so at the end every key was charged exactly once, whatever moment the process died in.
 */
export async function killUnderLoad({
  kills,
  environment,
  openStore,
  beforeRun = async () => ({}),
}: KillUnderLoadOptions): Promise<void> {
  const port = await findFreePort();
  const settings = {
    QUERN_BOOTSTRAP_KEY: testApiKey,
    QUERN_BOOTSTRAP_CREDITS: String(granted),
    QUERN_ADMIN_TOKEN: testAdminToken,
    QUERN_RATE_LIMIT: 'off',
    QUERN_LOG_LEVEL: 'warn',
    QUERN_ENGINE_THREADS: '1',
    ...environment,
  };
  const start = async (run: number) =>
    spawnService({ port, environment: { ...settings, ...(await beforeRun(run)) }, launcher: 'node' });
  let service = await start(0);
  let stopping = false;
  let acknowledged = 0;
  let interrupted = 0;
  const send = async (idempotencyKey: string): Promise<boolean> => {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/v0/sentiment`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${testApiKey}`,
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
    await service.terminate('SIGKILL');
    service = await start(kill + 1);
  }
  await sleep(300);
  stopping = true;
  await Promise.all(load);
  expect(await service.terminate('SIGTERM')).toBe(0);

  const store = await openStore();
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
