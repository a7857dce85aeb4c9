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

const end = { now: 500, expiresAt: 1000 };
const failure = { ...end, error: '{"code":"internal_error"}' };
const result = { kind: 'inline', body: '{"done":true}' } as const;

describeDatabases('batches', (open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
    await store.nodes.recordHeartbeat(liveNodeId, 1_000_000);
  }, 60_000);
  afterAll(() => store.close());

  const newBatch = ({ accountId, keyId }: TestAccount) => ({
    id: uniqueText('bat'),
    accountId,
    keyId,
    operation: uniqueText('operation'),
    requestId: 'req_1',
    metadata: { folder: 'a' },
    createdAt: 100,
  });

  const requests = (count: number, first = 0) =>
    Array.from({ length: count }, (_, index) => ({
      jobId: uniqueText('job'),
      index: first + index,
      customId: index % 2 === 0 ? `custom ${first + index}` : null,
      input: { kind: 'inline', body: `{"input":{"text":"${first + index}"},"files":[]}` } as const,
    }));

  const startBatch = async (account: TestAccount, count: number) => {
    const batch = newBatch(account);
    await store.batches.create(batch, liveNodeId);
    await store.batches.addRequests(batch.id, requests(count));
    await store.batches.start(batch.id, count);
    return batch;
  };

  const claim = (operation: string, limit: number) =>
    store.jobs.claim({ operation, priority: 'batch', limit, nodeId: liveNodeId, now: 200 });

  const succeed = async ({ request }: TestAccount, job: Job): Promise<void> => {
    const reservation = request(1);
    await store.ledger.reserve(reservation);
    const success = { id: job.id, attempt: job.attempt, result, expiresAt: 1000 };
    const settled = await store.ledger.settle({
      reservationId: reservation.reservationId,
      now: 500,
      job: success,
    });
    expect(settled.kind).toBe('done');
  };

  it('is invisible and runs nothing until it was received completely', async () => {
    const account = await createTestAccount(store, 10);
    const batch = newBatch(account);
    await store.batches.create(batch, liveNodeId);
    await store.batches.addRequests(batch.id, requests(3));
    await store.batches.feed(10);
    expect(await claim(batch.operation, 10)).toEqual([]);
    expect(await store.batches.find(batch.id, account.accountId, 200)).toBeUndefined();
    await store.batches.addRequests(batch.id, requests(2, 3));
    await store.batches.start(batch.id, 5);
    expect(await store.batches.find(batch.id, account.accountId, 200)).toMatchObject({
      ...batch,
      status: 'running',
      counts: { total: 5, queued: 5, running: 0, succeeded: 0, failed: 0, canceled: 0 },
      credits: 0,
    });
    expect(await store.batches.find(batch.id, 'acc_other', 200)).toBeUndefined();
    await store.batches.feed(10);
    const claimed = await claim(batch.operation, 10);
    expect(claimed.map(({ input }) => input)).toEqual(requests(5).map(({ input }) => input));
  });

  it('counts what an account has that has not ended', async () => {
    const account = await createTestAccount(store, 10);
    const count = () => store.batches.countPending(account.accountId);
    expect(await count()).toEqual({ batches: 0, requests: 0 });
    const batch = await startBatch(account, 3);
    await store.batches.create(newBatch(account), liveNodeId);
    expect(await count()).toEqual({ batches: 2, requests: 3 });
    await store.batches.feed(10);
    const [job] = await claim(batch.operation, 1);
    if (job) await succeed(account, job);
    expect(await count()).toEqual({ batches: 2, requests: 2 });
    await store.batches.cancel(batch.id, account.accountId, end);
    expect(await count()).toEqual({ batches: 1, requests: 0 });
  });

  it('keeps a window of its requests in the queue', async () => {
    const account = await createTestAccount(store, 10);
    const batch = await startBatch(account, 10);
    const queued = async () => ((await store.jobs.hasWaiting(account.accountId, 5)) ? 'five' : 'fewer');
    await store.batches.feed(4);
    await store.batches.feed(4);
    expect([await queued(), await store.jobs.hasWaiting(account.accountId, 4)]).toEqual(['fewer', true]);
    expect(await claim(batch.operation, 3)).toHaveLength(3);
    await store.batches.feed(4);
    expect(await queued()).toBe('five');
  });

  it('lists the results in the order in which the requests ended, and ends with the last', async () => {
    const account = await createTestAccount(store, 10);
    const batch = await startBatch(account, 4);
    await store.batches.feed(10);
    const [first, second, third, fourth] = await claim(batch.operation, 4);
    if (!first || !second || !third || !fourth) throw new Error('nothing was claimed');
    await succeed(account, third);
    await store.jobs.fail(first, failure);
    expect(await store.jobs.fail(first, failure)).toBe(false);
    await succeed(account, second);
    await store.batches.endCompleted(end);
    const find = () => store.batches.find(batch.id, account.accountId, 600);
    expect(await find()).toMatchObject({ status: 'running', credits: 2 });
    const listed = await store.batches.listResults(batch.id, 0, 10);
    expect(listed.map(({ order, index, status }) => [order, index, status])).toEqual([
      [1, 2, 'succeeded'],
      [2, 0, 'failed'],
      [3, 1, 'succeeded'],
    ]);
    expect(listed[0]).toMatchObject({ customId: 'custom 2', result, credits: 1, error: null });
    expect(listed[1]).toMatchObject({ result: undefined, credits: 0, error: failure.error });
    expect((await store.batches.listResults(batch.id, 1, 1)).map(({ order }) => order)).toEqual([2]);
    await store.jobs.requeue(fourth, 'fault');
    const [again] = await claim(batch.operation, 4);
    if (again) await succeed(account, again);
    await store.batches.endCompleted(end);
    expect(await find()).toMatchObject({
      status: 'ended',
      finishedAt: 500,
      counts: { total: 4, queued: 0, running: 0, succeeded: 3, failed: 1, canceled: 0 },
    });
    expect(await account.find()).toMatchObject({ available: 7, held: 0 });
  });

  it('is ordered without a gap when requests end at the same time', async () => {
    const account = await createTestAccount(store, 100);
    const batch = await startBatch(account, 40);
    await store.batches.feed(100);
    const claimed = await claim(batch.operation, 40);
    await Promise.all(
      claimed.map((job, index) => (index % 3 === 0 ? store.jobs.fail(job, failure) : succeed(account, job))),
    );
    const orders = (await store.batches.listResults(batch.id, 0, 100)).map(({ order }) => order);
    expect(orders).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  });

  it('cancels the requests that have not ended, once, and keeps the results of the others', async () => {
    const account = await createTestAccount(store, 10);
    const batch = await startBatch(account, 1200);
    await store.batches.feed(10);
    const [ended, running] = await claim(batch.operation, 2);
    if (!ended || !running) throw new Error('nothing was claimed');
    await succeed(account, ended);
    expect(await store.batches.cancel(batch.id, 'acc_other', end)).toBeUndefined();
    expect(await store.batches.cancel(batch.id, account.accountId, end)).toEqual([running.id]);
    expect(await store.batches.cancel(batch.id, account.accountId, end)).toBeUndefined();
    expect(await store.jobs.extend([running])).toEqual([running]);
    expect(await store.batches.find(batch.id, account.accountId, 600)).toMatchObject({
      status: 'canceled',
      counts: { total: 1200, queued: 0, running: 0, succeeded: 1, failed: 0, canceled: 1199 },
    });
    const results = await store.batches.listResults(batch.id, 0, 2000);
    expect(results.map(({ order }) => order)).toEqual(Array.from({ length: 1200 }, (_, index) => index + 1));
    expect(results.slice(0, 3).map(({ index, status }) => [index, status])).toEqual([
      [0, 'succeeded'],
      [1, 'canceled'],
      [2, 'canceled'],
    ]);
    await store.batches.feed(10);
    expect(await claim(batch.operation, 10)).toEqual([]);
  });

  it('is not listed among jobs, and its jobs are not run again by a replay', async () => {
    const account = await createTestAccount(store, 10);
    const batch = await startBatch(account, 1);
    await store.batches.feed(10);
    const [job] = await claim(batch.operation, 1);
    if (job) await store.jobs.fail(job, failure);
    const { accountId } = account;
    expect(await store.jobs.list({ accountId, limit: 10 }, 600)).toEqual([]);
    expect(await store.jobs.listFailed({ accountId, limit: 10 }, 600)).toEqual([]);
    expect(await store.jobs.find(job?.id ?? '', accountId, 600)).toBeUndefined();
  });

  it('is deleted with its requests when it has expired, or when its node died while it was received', async () => {
    const account = await createTestAccount(store, 10);
    const ended = await startBatch(account, 3);
    await store.batches.cancel(ended.id, account.accountId, end);
    const [lost, received] = [newBatch(account), newBatch(account)];
    await store.batches.create(lost, 'node_dead');
    await store.batches.addRequests(lost.id, requests(2));
    await store.batches.create(received, liveNodeId);
    await store.batches.addRequests(received.id, requests(2));
    await store.jobs.sweep(5000);
    expect(await store.batches.listResults(ended.id, 0, 10)).toHaveLength(3);
    await store.batches.sweep(1000);
    expect(await store.batches.listResults(ended.id, 0, 10)).toEqual([]);
    expect(await store.batches.find(ended.id, account.accountId, 0)).toBeUndefined();
    await store.batches.start(lost.id, 2);
    expect(await store.batches.find(lost.id, account.accountId, 0)).toBeUndefined();
    await store.batches.start(received.id, 2);
    expect(await store.batches.find(received.id, account.accountId, 0)).toBeDefined();
  });

  it('lists the batches of an account, the newest first', async () => {
    const account = await createTestAccount(store, 10);
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) ids.unshift((await startBatch(account, 1)).id);
    const list = async (after?: { createdAt: number; id: string }) =>
      (await store.batches.list(account.accountId, after, 2, 200)).map(({ id }) => id);
    const sorted = ids.toSorted().toReversed();
    expect(await list()).toEqual(sorted.slice(0, 2));
    expect(await list({ createdAt: 100, id: sorted[1] ?? '' })).toEqual(sorted.slice(2));
  });
});
