import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { expect, vi } from 'vitest';
import type { Store } from '../../../apps/server/src/storage/store.ts';
import { crawledPages, HoldingSite } from './holding-site.ts';
import { type SpawnedService, spawnService } from './spawn-service.ts';
import { isSignedWith, WebhookReceiver } from './webhook-receiver.ts';

/** Jobs that are submitted before each kill: some that end at once, and some that cannot end before. */
const shortJobs = 6;
const heldJobs = 4;
/** Pages of a crawl that may be requested again after each kill: those that ran. */
const crawlConcurrency = 4;
/** Requests of the batch that is submitted before each kill. */
const batchRequests = 12;
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
  readonly batches: number;
  /** Crawls, one of which was submitted before each kill. They are not among the jobs. */
  readonly crawls: number;
  /** Requests for pages of crawls that were repeated after a kill. */
  readonly repeatedPages: number;
  /** Events that the webhook received, at least one for each job, batch and crawl. */
  readonly events: number;
}

/** Jobs, batches and crawls that the service has accepted. */
interface Accepted {
  readonly jobs: string[];
  readonly batches: string[];
  readonly crawls: string[];
}

interface JobState {
  readonly id: string;
  readonly status: string;
  readonly usage: number;
}

/**
 * Kills the service while jobs run and others wait, and starts it again. In the end, every job, every request of a batch and
 * every page of a crawl that was accepted must have succeeded and been charged exactly once, and a webhook must have received
 * a signed event for each end, whenever a process was killed.
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
  const accepted: Accepted = { jobs: [], batches: [], crawls: [] };
  const receiver = await WebhookReceiver.start();
  let service = await start();
  try {
    const { secret } = await post<{ secret: string }>(
      service,
      apiKey,
      'webhooks',
      { url: receiver.url('/') },
      201,
    );
    for (let kill = 0; kill < options.kills; kill += 1) {
      const urls = Array.from({ length: shortJobs + heldJobs }, (_, index) =>
        index % 5 < 3 ? site.url : site.heldUrl(`${kill}-${index}`),
      );
      const submit = async (url: string): Promise<void> => {
        accepted.jobs.push((await post<JobState>(service, apiKey, 'scrape', { url }, 202)).id);
      };
      const crawl = { url: site.crawlUrl(String(kill)), ignoreSitemap: true };
      accepted.crawls.push((await post<JobState>(service, apiKey, 'crawl', crawl, 202)).id);
      await Promise.all(urls.map(submit));
      const requests = Array.from({ length: batchRequests }, () => ({ input: { url: site.url } }));
      const batch = await post<JobState>(service, apiKey, 'batches', { operation: 'scrape', requests }, 202);
      accepted.batches.push(batch.id);
      await options.untilKill({ held });
      await service.terminate('SIGKILL');
      service = await start();
    }
    site.release();
    for (const id of accepted.jobs) {
      await untilRead(service, apiKey, `jobs/${id}`, { status: 'succeeded', usage: 1 });
    }
    for (const id of accepted.batches) {
      const counts = expect.objectContaining({ succeeded: batchRequests });
      await untilRead(service, apiKey, `batches/${id}`, { status: 'ended', usage: batchRequests, counts });
    }
    for (const id of accepted.crawls) {
      const data = expect.objectContaining({ succeeded: crawledPages, failed: 0, usage: crawledPages });
      await untilRead(service, apiKey, `jobs/${id}`, { status: 'succeeded', usage: crawledPages, data });
      await verifyPages(service, apiKey, id);
    }
    const repeatedPages = site.repeatedCrawlRequests;
    // Each kill interrupts at most the pages that run of each crawl.
    expect(repeatedPages).toBeLessThanOrEqual(options.kills * accepted.crawls.length * crawlConcurrency);
    const events = await untilAnnounced(receiver, secret, accepted);
    expect(await service.terminate('SIGTERM')).toBe(0);
    return { ...(await verify(options, accepted)), repeatedPages, events };
  } finally {
    await service.terminate('SIGKILL');
    await site.close();
    receiver.close();
  }
}

async function post<Data>(
  { url }: SpawnedService,
  apiKey: string,
  path: string,
  body: object,
  status: number,
): Promise<Data> {
  const response = await fetch(`${url}/v0/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      prefer: 'respond-async',
    },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(status);
  return ((await response.json()) as { data: Data }).data;
}

async function untilRead(
  { url }: SpawnedService,
  apiKey: string,
  path: string,
  expected: object,
): Promise<void> {
  await vi.waitFor(
    async () => {
      const response = await fetch(`${url}/v0/${path}`, { headers: { authorization: `Bearer ${apiKey}` } });
      expect(((await response.json()) as { data: object }).data).toMatchObject(expected);
    },
    { timeout: endTimeoutMs, interval: 100 },
  );
}

/** Each page of a crawl must be returned once. */
async function verifyPages({ url }: SpawnedService, apiKey: string, id: string): Promise<void> {
  const response = await fetch(`${url}/v0/crawl/${id}/results`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const lines = (await response.text()).trimEnd().split('\n');
  const pages = lines.map((line) => (JSON.parse(line) as { url: string }).url);
  expect([pages.length, new Set(pages).size]).toEqual([crawledPages, crawledPages]);
}

/** Waits for an event of each job, batch and crawl. @returns the number of all events */
async function untilAnnounced(
  receiver: WebhookReceiver,
  secret: string,
  { jobs, batches, crawls }: Accepted,
): Promise<number> {
  await vi.waitFor(
    () => {
      const ended = receiver.received.map(
        (event) => (JSON.parse(event.body) as { data: { id: string } }).data.id,
      );
      expect(ended).toEqual(expect.arrayContaining([...jobs, ...batches, ...crawls]));
    },
    { timeout: endTimeoutMs, interval: 100 },
  );
  expect(receiver.received.every((event) => isSignedWith(secret, event))).toBe(true);
  return receiver.received.length;
}

async function verify(
  { openStore, kills }: KillWhileJobsRunOptions,
  { jobs: jobIds, batches, crawls }: Accepted,
): Promise<Omit<JobKillCounts, 'repeatedPages' | 'events'>> {
  const store = await openStore();
  try {
    const [account] = await store.accounts.list('', 10);
    const accountId = account?.id ?? '';
    const jobs = await Promise.all(jobIds.map((id) => store.jobs.find(id, accountId, 0)));
    expect(new Set(jobIds).size).toBe(jobIds.length);
    const charged = jobIds.length + batches.length * batchRequests + crawls.length * crawledPages;
    expect(account).toMatchObject({ available: grantedCredits - charged, held: 0 });
    expect(await store.accounts.trialBalance(accountId)).toMatchObject({ spent: charged, held: 0 });
    const attempts = jobs.reduce((sum, job) => sum + (job?.attempt ?? 0), 0);
    expect(attempts).toBeGreaterThan(jobIds.length);
    return { kills, jobs: jobIds.length, attempts, batches: batches.length, crawls: crawls.length };
  } finally {
    await store.close();
  }
}
