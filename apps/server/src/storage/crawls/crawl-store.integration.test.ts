import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createTestAccount,
  liveNodeId,
  type TestAccount,
  uniqueText,
} from '../fixtures/create-test-account.ts';
import { describeDatabases } from '../fixtures/describe-databases.ts';
import type { Job } from '../jobs/job.ts';
import type { Store } from '../store.ts';
import { CrawlLostError } from './crawl-store.ts';

const end = { now: 500, expiresAt: 1000 };
const input = '{"input":{"url":"https://example.org/"},"files":[]}';
const noProgress = { scopeUrl: null, hasSitemaps: false, readOrder: 0, taken: 0, disallowed: 0 };

describeDatabases('crawls', (open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
    await store.nodes.recordHeartbeat(liveNodeId, 1_000_000);
  }, 60_000);
  afterAll(() => store.close());

  const claim = async (operation: string, priority: 'interactive' | 'batch' = 'interactive') =>
    store.jobs.claim({ operation, priority, limit: 100, nodeId: liveNodeId, now: 200 });

  /** Adds a job of a crawl, under an operation that no other test uses, and claims it. */
  const startJob = async ({ accountId, keyId }: TestAccount): Promise<Job> => {
    const operation = uniqueText('crawl');
    const job = {
      id: uniqueText('job'),
      accountId,
      keyId,
      operation,
      priority: 'interactive' as const,
      requestId: 'req_crawl',
      metadata: {},
      input: { kind: 'inline', body: '{}' } as const,
      createdAt: 100,
    };
    await store.jobs.add([job]);
    const [claimed] = await claim(operation);
    if (claimed === undefined) throw new Error('the job was not claimed');
    return claimed;
  };

  const claimAgain = async (job: Job): Promise<Job> => {
    await store.jobs.requeue(job, 'shutdown');
    const [claimed] = await claim(job.operation);
    if (claimed === undefined) throw new Error('the job was not claimed');
    return claimed;
  };

  const createPages = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      jobId: uniqueText('job'),
      url: `https://example.org/${index}`,
      input,
    }));

  /** Claims the pages of a crawl. Other tests of the file run before or after this one, not at the same time. */
  const claimPages = () => claim('scrape', 'batch');

  const succeed = async ({ request }: TestAccount, page: Job, credits = 1): Promise<void> => {
    const reservation = request(credits);
    await store.ledger.reserve(reservation);
    const result = { kind: 'inline', body: '{}' } as const;
    const job = { id: page.id, attempt: page.attempt, result, expiresAt: 1000 };
    const { kind } = await store.ledger.settle({ reservationId: reservation.reservationId, now: 500, job });
    expect(kind).toBe('done');
  };

  it('requests pages one after the other, which are charged to its job', async () => {
    const account = await createTestAccount(store, 10);
    const job = await startJob(account);
    expect(await store.crawls.open(job)).toEqual({
      ...noProgress,
      requested: 0,
      returned: 0,
      urls: [],
      isClosed: false,
    });
    await store.crawls.addPages(job, { taken: 1, disallowed: 0 }, createPages(1));
    const [first] = await claimPages();
    expect(first).toMatchObject({ operation: 'scrape', requestId: 'req_crawl', input: { body: input } });
    if (first) await succeed(account, first);
    await store.crawls.addPages(job, { taken: 3, disallowed: 0 }, createPages(2));
    const [second, third] = await claimPages();
    if (second) await succeed(account, second);
    if (third) await store.jobs.fail(third, { ...end, error: '{"code":"blocked"}' });
    expect(await store.batches.listResults(job.id, 0, 10)).toMatchObject([
      { order: 1, index: 0, customId: 'https://example.org/0', status: 'succeeded', credits: 1 },
      { order: 2, index: 1, customId: 'https://example.org/0', status: 'succeeded' },
      { order: 3, index: 2, customId: 'https://example.org/1', status: 'failed', credits: 0 },
    ]);
    expect(await store.jobs.find(job.id, account.accountId, 300)).toMatchObject({ credits: 2 });
    expect(await store.jobs.list({ accountId: account.accountId, limit: 9 }, 300)).toMatchObject([
      { id: job.id, credits: 2 },
    ]);
    expect(await store.batches.list(account.accountId, undefined, 10, 300)).toEqual([]);
    expect(await store.crawls.close(job, end)).toEqual({ succeeded: 2, failed: 1, credits: 2 });
    expect(await store.batches.find(job.id, account.accountId, 600)).toMatchObject({
      status: 'ended',
      expiresAt: end.expiresAt,
      counts: { total: 3, succeeded: 2, failed: 1, queued: 0, running: 0, canceled: 0 },
    });
  });

  it('does not end while it may grow', async () => {
    const account = await createTestAccount(store, 10);
    const job = await startJob(account);
    await store.crawls.open(job);
    await store.batches.endCompleted(end);
    expect(await store.batches.find(job.id, account.accountId, 300)).toMatchObject({ status: 'running' });
  });

  it('is continued by the next attempt where the last one ended', async () => {
    const account = await createTestAccount(store, 10);
    const job = await startJob(account);
    await store.crawls.open(job);
    const urls = Array.from({ length: 1203 }, (_, index) => ({
      url: `https://example.org/é${index}`,
      depth: index % 3 === 0 ? null : index,
    }));
    await store.crawls.addPages(job, { taken: 2, disallowed: 1 }, createPages(1));
    const [page] = await claimPages();
    if (page) await succeed(account, page);
    const progress = {
      scopeUrl: 'https://www.example.org/',
      hasSitemaps: true,
      readOrder: 1,
      taken: 2,
      disallowed: 1,
    };
    await store.crawls.record(job, { ...progress, readOrder: 0 }, 0, urls.slice(0, 3));
    await store.crawls.record(job, progress, 3, urls.slice(3));
    const next = await claimAgain(job);
    expect(await store.crawls.open(next)).toEqual({
      ...progress,
      requested: 1,
      returned: 1,
      urls,
      isClosed: false,
    });
    await store.crawls.close(next, end);
    expect(await store.crawls.open(await claimAgain(next))).toMatchObject({ ...progress, isClosed: true });
  });

  it('changes nothing by an attempt that is not the latest one', async () => {
    const account = await createTestAccount(store, 10);
    const old = await startJob(account);
    await store.crawls.open(old);
    const latest = await claimAgain(old);
    await store.crawls.open(latest);
    const url = { url: 'https://example.org/', depth: 0 };
    for (const change of [
      () => store.crawls.open(old),
      () => store.crawls.addPages(old, { taken: 1, disallowed: 0 }, createPages(1)),
      () => store.crawls.record(old, noProgress, 0, [url]),
      () => store.crawls.close(old, end),
    ]) {
      await expect(change()).rejects.toThrow(CrawlLostError);
    }
    expect(await store.crawls.open(latest)).toMatchObject({ requested: 0, urls: [], isClosed: false });
    expect(await claimPages()).toEqual([]);
  });

  it('ends with its job, and cancels the pages of a canceled one', async () => {
    const account = await createTestAccount(store, 10);
    const canceled = await startJob(account);
    await store.crawls.open(canceled);
    await store.crawls.addPages(canceled, { taken: 3, disallowed: 0 }, createPages(3));
    const [page] = await claimPages();
    await store.jobs.cancel(canceled.id, account.accountId, end);
    expect(await store.crawls.endAbandoned(end)).toContain(page?.id);
    expect(await store.batches.find(canceled.id, account.accountId, 600)).toMatchObject({
      status: 'canceled',
      counts: { total: 3, canceled: 3 },
    });
    // An attempt that has not noticed adds nothing.
    await store.crawls.addPages(canceled, { taken: 4, disallowed: 0 }, createPages(1));
    expect(await store.batches.find(canceled.id, account.accountId, 600)).toMatchObject({
      counts: { total: 3 },
    });
  });

  it('of a failed job ends once its pages have, and continues if the job is replayed', async () => {
    const account = await createTestAccount(store, 10);
    const job = await startJob(account);
    await store.crawls.open(job);
    await store.crawls.addPages(job, { taken: 1, disallowed: 0 }, createPages(1));
    const [page] = await claimPages();
    await store.jobs.fail(job, { ...end, error: '{"code":"insufficient_credits"}' });
    expect(await store.crawls.endAbandoned(end)).toEqual([]);
    const status = async () => (await store.batches.find(job.id, account.accountId, 600))?.status;
    expect(await status()).toBe('running');
    if (page) await succeed(account, page);
    await store.crawls.endAbandoned(end);
    expect(await status()).toBe('ended');
    await store.jobs.enqueue([job], 'failed');
    const [replayed] = await claim(job.operation);
    if (replayed === undefined) throw new Error('the job was not claimed');
    expect(await store.crawls.open(replayed)).toMatchObject({ requested: 1, taken: 1, isClosed: false });
    expect(await status()).toBe('running');
  });

  it('is deleted with its batch', async () => {
    const account = await createTestAccount(store, 10);
    const job = await startJob(account);
    await store.crawls.open(job);
    await store.crawls.record(job, noProgress, 0, [{ url: 'https://example.org/', depth: 0 }]);
    await store.crawls.close(job, end);
    await store.batches.sweep(2000);
    expect(await store.batches.find(job.id, account.accountId, 600)).toBeUndefined();
    await expect(store.crawls.record(job, noProgress, 0, [])).rejects.toThrow(CrawlLostError);
  });
});
