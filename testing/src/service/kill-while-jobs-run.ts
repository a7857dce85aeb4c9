import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { expect, vi } from 'vitest';
import type { Store } from '../../../apps/server/src/storage/store.ts';
import { HoldingSite } from './holding-site.ts';
import { type SpawnedService, spawnService } from './spawn-service.ts';

/** Jobs that are submitted before each kill: some that end at once, and some that cannot end before. */
const shortJobs = 6;
const heldJobs = 4;
const grantedCredits = 100_000;
const endTimeoutMs = 120_000;

/** The jobs while they run. */
export interface RunningJobs {
  /** Resolves when four jobs run that cannot end. */
  held(): Promise<void>;
}

/** How the service runs and when it is killed. */
export interface KillWhileJobsRunOptions {
  /** Settings of every run. */
  readonly environment: Readonly<Record<string, string>>;
  readonly openStore: () => Promise<Store>;
  readonly kills: number;
  /** Waits for the moment of the next kill. */
  readonly untilKill: (jobs: RunningJobs) => Promise<void>;
}

/** Numbers of a run. */
export interface JobKillCounts {
  readonly kills: number;
  readonly jobs: number;
  /** Attempts of all jobs, at least one for each. */
  readonly attempts: number;
}

interface JobState {
  readonly id: string;
  readonly status: string;
  readonly usage: number;
}

/**
 * Kills the service while jobs run and others wait, and starts it again. In the end, every job that was accepted must
 * have succeeded and been charged exactly once, whenever a process was killed.
 */
export async function killWhileJobsRun(options: KillWhileJobsRunOptions): Promise<JobKillCounts> {
  const progress = new EventEmitter().setMaxListeners(100);
  const site = await HoldingSite.serve(() => progress.emit('held'));
  const apiKey = `key-of-these-jobs-${randomUUID()}`;
  const start = () =>
    spawnService({
      launcher: 'node',
      environment: {
        QUERN_BOOTSTRAP_KEY: apiKey,
        QUERN_BOOTSTRAP_CREDITS: String(grantedCredits),
        QUERN_FETCH_ALLOW: '127.0.0.0/8',
        QUERN_ROBOTS: 'ignore',
        QUERN_CHROMIUM: 'off',
        QUERN_OFFLINE: '1',
        QUERN_RATE_LIMIT: 'off',
        QUERN_LOG_LEVEL: 'warn',
        ...options.environment,
      },
    });
  const held = async (): Promise<void> => {
    while (site.held < heldJobs) await once(progress, 'held');
  };
  const accepted: string[] = [];
  let service = await start();
  try {
    for (let kill = 0; kill < options.kills; kill += 1) {
      const urls = Array.from({ length: shortJobs + heldJobs }, (_, index) =>
        index % 5 < 3 ? site.url : site.heldUrl(`${kill}-${index}`),
      );
      accepted.push(...(await Promise.all(urls.map((url) => submit(service, apiKey, url)))));
      await options.untilKill({ held });
      await service.terminate('SIGKILL');
      service = await start();
    }
    site.release();
    for (const id of accepted) await untilEnded(service, apiKey, id);
    expect(await service.terminate('SIGTERM')).toBe(0);
    return await verify(options, accepted);
  } finally {
    await service.terminate('SIGKILL');
    await site.close();
  }
}

async function submit({ url: base }: SpawnedService, apiKey: string, url: string): Promise<string> {
  const response = await fetch(`${base}/v0/scrape`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      prefer: 'respond-async',
    },
    body: JSON.stringify({ url }),
  });
  expect(response.status).toBe(202);
  return ((await response.json()) as { data: JobState }).data.id;
}

async function untilEnded({ url }: SpawnedService, apiKey: string, id: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const headers = { authorization: `Bearer ${apiKey}` };
      const response = await fetch(`${url}/v0/jobs/${id}`, { headers });
      const { data } = (await response.json()) as { data: JobState };
      expect(data).toMatchObject({ status: 'succeeded', usage: 1 });
    },
    { timeout: endTimeoutMs, interval: 100 },
  );
}

async function verify(
  { openStore, kills }: KillWhileJobsRunOptions,
  accepted: readonly string[],
): Promise<JobKillCounts> {
  const store = await openStore();
  try {
    const [account] = await store.accounts.list('', 10);
    const accountId = account?.id ?? '';
    const jobs = await Promise.all(accepted.map((id) => store.jobs.find(id, accountId, 0)));
    expect(new Set(accepted).size).toBe(accepted.length);
    expect(account).toMatchObject({ available: grantedCredits - accepted.length, held: 0 });
    expect(await store.accounts.trialBalance(accountId)).toMatchObject({ spent: accepted.length, held: 0 });
    const attempts = jobs.reduce((sum, job) => sum + (job?.attempt ?? 0), 0);
    expect(attempts).toBeGreaterThan(accepted.length);
    return { kills, jobs: accepted.length, attempts };
  } finally {
    await store.close();
  }
}
