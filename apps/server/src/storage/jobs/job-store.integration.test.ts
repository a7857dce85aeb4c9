import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createTestAccount,
  liveNodeId,
  type TestAccount,
  uniqueText,
} from '../fixtures/create-test-account.ts';
import { describeDatabases } from '../fixtures/describe-databases.ts';
import type { Store } from '../store.ts';
import type { Job, NewJob } from './job.ts';

const end = { now: 500, expiresAt: 1000 };
const failure = { ...end, error: '{"code":"internal_error"}' };
const result = { kind: 'inline', body: '{"done":true}' } as const;

describeDatabases('jobs', (open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
    await store.nodes.recordHeartbeat(liveNodeId, 1_000_000);
  }, 60_000);
  afterAll(() => store.close());

  /** Returns a job of an operation that no other test uses, unless one is given. */
  const newJob = (
    { accountId, keyId }: Pick<TestAccount, 'accountId' | 'keyId'>,
    more: Partial<NewJob> = {},
  ) => ({
    id: uniqueText('job'),
    accountId,
    keyId,
    operation: uniqueText('operation'),
    priority: 'interactive' as const,
    requestId: 'req_1',
    metadata: {},
    input: { kind: 'inline', body: '{"text":"é"}' } as const,
    createdAt: 100,
    ...more,
  });

  const claim = (operation: string, limit = 1, more: { priority?: NewJob['priority']; now?: number } = {}) =>
    store.jobs.claim({ operation, priority: 'interactive', limit, nodeId: liveNodeId, now: 200, ...more });

  const addAndClaim = async (account: TestAccount): Promise<Job> => {
    const job = newJob(account);
    await store.jobs.add([job]);
    const [claimed] = await claim(job.operation);
    if (claimed === undefined) throw new Error('nothing was claimed');
    return claimed;
  };

  /** Reserves 3 credits, and settles them as the success of a job. */
  const charge = async ({ request }: TestAccount, job: Job) => {
    const reservation = request(3);
    await store.ledger.reserve(reservation);
    const { reservationId } = reservation;
    const success = { id: job.id, attempt: job.attempt, result, expiresAt: 1000 };
    const settle = () => store.ledger.settle({ reservationId, now: 500, job: success });
    return { reservationId, settle, outcome: await settle() };
  };

  it.each(['fail', 'release'] as const)(
    'keeps a job waiting that was returned to the queue when its slow node ends it by %s',
    async (how) => {
      const job = newJob(await createTestAccount(store, 10));
      await store.jobs.add([job]);
      const { operation } = job;
      const [slow] = await store.jobs.claim({
        ...{
          operation,
          priority: 'interactive' as const,
          limit: 1,
          nodeId: 'node_considered_dead',
          now: 200,
        },
      });
      if (slow === undefined) throw new Error('nothing was claimed');
      await store.jobs.recover();
      if (how === 'fail') expect(await store.jobs.fail(slow, failure)).toBe(false);
      else await store.jobs.release(slow);
      expect(await claim(operation)).toMatchObject([{ id: job.id, attempt: 2 }]);
    },
  );

  it('returns an added job to its account only, with its input and metadata', async () => {
    const account = await createTestAccount(store, 10);
    const job = newJob(account, { metadata: { folder: 'a', owner: 'ü' } });
    await store.jobs.add([job]);
    const found = await store.jobs.find(job.id, account.accountId, 300);
    expect(found).toEqual({
      ...job,
      status: 'queued',
      attempt: 0,
      failures: 0,
      crashes: 0,
      progress: 0,
      progressMessage: null,
      eventCount: 0,
      credits: 0,
      startedAt: null,
      finishedAt: null,
      expiresAt: null,
      result: undefined,
      error: null,
      isReplay: false,
    });
    expect(await store.jobs.find(job.id, 'acc_other', 300)).toBeUndefined();
  });

  it('adds all jobs of a call or none', async () => {
    const account = await createTestAccount(store, 10);
    const [first, second] = [newJob(account), newJob(account)];
    await store.jobs.add([first]);
    await expect(store.jobs.add([second, first])).rejects.toThrow();
    expect(await store.jobs.find(second.id, account.accountId, 300)).toBeUndefined();
    expect(await claim(second.operation)).toEqual([]);
  });

  it('reports whether an account has a number of waiting jobs', async () => {
    const [account, other] = [await createTestAccount(store, 10), await createTestAccount(store, 10)];
    const operation = uniqueText('operation');
    await store.jobs.add([newJob(account), newJob(account, { operation }), newJob(account), newJob(other)]);
    const has = (count: number) => store.jobs.hasWaiting(account.accountId, count);
    expect([await has(1), await has(3), await has(4)]).toEqual([true, true, false]);
    await claim(operation);
    expect([await has(2), await has(3)]).toEqual([true, false]);
  });

  it('gives each job to one of several concurrent claims', async () => {
    const account = await createTestAccount(store, 10);
    const operation = uniqueText('operation');
    const jobs = Array.from({ length: 60 }, () => newJob(account, { operation }));
    await store.jobs.add(jobs);
    const claimed = (await Promise.all(Array.from({ length: 8 }, () => claim(operation, 10)))).flat();
    expect(claimed.map(({ id }) => id).sort()).toEqual(jobs.map(({ id }) => id).sort());
    expect(
      claimed.every(
        ({ status, attempt, startedAt }) => status === 'running' && attempt === 1 && startedAt === 200,
      ),
    ).toBe(true);
    expect(await claim(operation, 10)).toEqual([]);
  });

  it('lets accounts take turns, and an account that was idle starts at the front of the queue', async () => {
    const [many, few] = [await createTestAccount(store, 10), await createTestAccount(store, 10)];
    const operation = uniqueText('operation');
    const jobs = Array.from({ length: 6 }, (_, index) => newJob(many, { operation, createdAt: 100 + index }));
    await store.jobs.add(jobs);
    expect((await claim(operation, 2)).map(({ id }) => id)).toEqual([jobs[0]?.id, jobs[1]?.id]);
    const late = Array.from({ length: 2 }, () => newJob(few, { operation, createdAt: 900 }));
    await store.jobs.add(late);
    const order = (await claim(operation, 10)).map(({ accountId }) =>
      accountId === many.accountId ? 'many' : 'few',
    );
    expect(order).toEqual(['many', 'few', 'many', 'few', 'many', 'many']);
  });

  it('claims only jobs of the requested priority', async () => {
    const account = await createTestAccount(store, 10);
    const operation = uniqueText('operation');
    const batch = newJob(account, { operation, priority: 'batch' });
    const interactive = newJob(account, { operation });
    await store.jobs.add([batch, interactive]);
    expect((await claim(operation, 10)).map(({ id }) => id)).toEqual([interactive.id]);
    expect((await claim(operation, 10, { priority: 'batch' })).map(({ id }) => id)).toEqual([batch.id]);
  });

  it('ends a job together with its charge, once', async () => {
    const account = await createTestAccount(store, 10);
    const job = await addAndClaim(account);
    const { outcome, settle } = await charge(account, job);
    expect(outcome).toEqual({ kind: 'done', available: 7 });
    expect(await settle()).toEqual({ kind: 'gone' });
    expect(await store.jobs.find(job.id, account.accountId, 600)).toMatchObject({
      status: 'succeeded',
      credits: 3,
      result,
      finishedAt: 500,
      expiresAt: 1000,
    });
    expect(await account.find()).toMatchObject({ available: 7, held: 0 });
    await store.jobs.acknowledge(job);
    expect(await claim(job.operation)).toEqual([]);
  });

  it('counts the jobs that wait, by operation and priority', async () => {
    const account = await createTestAccount(store, 10);
    const job = await addAndClaim(account);
    const count = async () =>
      (await store.jobs.countWaiting()).filter(({ operation }) => operation === job.operation);
    expect(await count()).toEqual([]);
    await store.jobs.requeue(job, 'shutdown');
    const { priority } = job;
    expect(await count()).toEqual([{ operation: job.operation, priority, count: 1 }]);
    await claim(job.operation);
    expect(await count()).toEqual([]);
  });

  it('stores each finished page once, in the order in which they were finished', async () => {
    const account = await createTestAccount(store, 10);
    const first = await addAndClaim(account);
    const page = (number: number, content = `page ${number}`) =>
      ({ page: number, format: 'markdown', content }) as const;
    await store.jobs.addPage(first, page(3));
    await store.jobs.addPage(first, page(1, '| ü |'));
    await store.jobs.requeue(first, 'shutdown');
    const [second] = await claim(first.operation, 1, { now: 300 });
    if (second === undefined) throw new Error('the job was not claimed');
    await store.jobs.addPage(first, page(4));
    await store.jobs.addPage(second, page(3, 'again'));
    await store.jobs.addPage(second, page(2));
    expect(await store.jobs.listPages(first.id, 0, 10)).toEqual([
      { position: 1, ...page(3) },
      { position: 2, ...page(1, '| ü |') },
      { position: 3, ...page(2) },
    ]);
    expect(await store.jobs.listPages(first.id, 1, 1)).toEqual([{ position: 2, ...page(1, '| ü |') }]);
    await store.jobs.fail(second, failure);
    await store.jobs.sweep(5000);
    expect(await store.jobs.listPages(first.id, 0, 10)).toEqual([]);
  });

  it('does not charge a job that was canceled while it ran', async () => {
    const account = await createTestAccount(store, 10);
    const job = await addAndClaim(account);
    expect(await store.jobs.cancel(job.id, account.accountId, end)).toBe('canceled');
    const { outcome, reservationId } = await charge(account, job);
    expect(outcome).toEqual({ kind: 'job_lost' });
    expect(await store.ledger.refund(reservationId, 600)).toEqual({ kind: 'done', available: 10 });
    expect(await store.jobs.fail(job, failure)).toBe(false);
    expect(await store.jobs.find(job.id, account.accountId, 600)).toMatchObject({
      status: 'canceled',
      credits: 0,
    });
  });

  it('ignores an attempt after the job was claimed again', async () => {
    const account = await createTestAccount(store, 10);
    const first = await addAndClaim(account);
    expect(await store.jobs.requeue(first, 'fault')).toBe(true);
    const [second] = await claim(first.operation, 1, { now: 300 });
    expect(second).toMatchObject({ id: first.id, attempt: 2, failures: 1, startedAt: 200 });
    if (second === undefined) return;
    expect((await charge(account, first)).outcome).toEqual({ kind: 'job_lost' });
    expect(await store.jobs.requeue(first, 'fault')).toBe(false);
    expect(await store.jobs.fail(first, failure)).toBe(false);
    await store.jobs.recordProgress(first, { fraction: 0.9, message: 'late', createdAt: 300 });
    await store.jobs.recordProgress(second, { fraction: 0.25, message: 'page 1 of 4', createdAt: 301 });
    expect(await store.jobs.extend([first, second])).toEqual([first]);
    expect(await store.jobs.find(first.id, account.accountId, 600)).toMatchObject({
      status: 'running',
      progress: 0.25,
      progressMessage: 'page 1 of 4',
    });
    expect((await charge(account, second)).outcome).toMatchObject({ kind: 'done' });
  });

  it('lists each progress as an event, in order, until the job is deleted', async () => {
    const account = await createTestAccount(store, 10);
    const job = await addAndClaim(account);
    for (let page = 1; page <= 4; page += 1) {
      await store.jobs.recordProgress(job, {
        fraction: page / 4,
        message: `page ${page}`,
        createdAt: 300 + page,
      });
    }
    expect(await store.jobs.listEvents(job.id, 1, 2)).toEqual([
      { number: 2, fraction: 0.5, message: 'page 2', createdAt: 302 },
      { number: 3, fraction: 0.75, message: 'page 3', createdAt: 303 },
    ]);
    expect(await store.jobs.find(job.id, account.accountId, 300)).toMatchObject({ eventCount: 4 });
    await store.jobs.fail(job, failure);
    await store.jobs.recordProgress(job, { fraction: 1, message: 'late', createdAt: 400 });
    expect(await store.jobs.listEvents(job.id, 0, 10)).toHaveLength(4);
    await store.jobs.sweep(1000);
    expect(await store.jobs.listEvents(job.id, 0, 10)).toEqual([]);
  });

  it('does not count a shutdown of the node as a failure', async () => {
    const account = await createTestAccount(store, 10);
    const job = await addAndClaim(account);
    await store.jobs.requeue(job, 'shutdown');
    expect(await claim(job.operation)).toMatchObject([{ id: job.id, attempt: 2, failures: 0 }]);
  });

  it('reports a claim as lost once its job is canceled', async () => {
    const account = await createTestAccount(store, 10);
    const [kept, canceled] = [await addAndClaim(account), await addAndClaim(account)];
    expect(await store.jobs.extend([kept, canceled])).toEqual([]);
    await store.jobs.cancel(canceled.id, account.accountId, end);
    expect(await store.jobs.extend([kept, canceled])).toEqual([canceled]);
  });

  it('never runs a job that was canceled while it waited', async () => {
    const account = await createTestAccount(store, 10);
    const job = newJob(account);
    await store.jobs.add([job]);
    await store.jobs.cancel(job.id, account.accountId, end);
    expect(await claim(job.operation)).toEqual([]);
    expect(await store.jobs.find(job.id, account.accountId, 600)).toMatchObject({ status: 'canceled' });
  });

  it('reports the status of an ended job that is canceled, and nothing for an unknown or foreign one', async () => {
    const account = await createTestAccount(store, 10);
    const job = await addAndClaim(account);
    expect(await store.jobs.fail(job, failure)).toBe(true);
    expect(await store.jobs.cancel(job.id, account.accountId, end)).toBe('failed');
    expect(await store.jobs.cancel(job.id, 'acc_other', end)).toBeUndefined();
    expect(await store.jobs.cancel('job_unknown', account.accountId, end)).toBeUndefined();
    expect(await store.jobs.find(job.id, account.accountId, 600)).toMatchObject({
      status: 'failed',
      error: failure.error,
      finishedAt: 500,
    });
  });

  it('lists jobs, the newest first, by page and by filter', async () => {
    const account = await createTestAccount(store, 10);
    const operation = uniqueText('operation');
    const jobs = Array.from({ length: 5 }, (_, index) =>
      newJob(account, {
        id: `${uniqueText('job')}_${index}`,
        createdAt: 100 + Math.floor(index / 2),
        operation: index === 4 ? uniqueText('operation') : operation,
        metadata: { parity: index % 2 === 0 ? 'even' : 'odd', index: String(index) },
      }),
    );
    await store.jobs.add(jobs);
    await store.jobs.cancel(jobs[1]?.id ?? '', account.accountId, end);
    const list = async (filter: object, limit = 10) => {
      const listed = await store.jobs.list({ accountId: account.accountId, limit, ...filter }, 300);
      return listed.map(({ id }) => jobs.findIndex((job) => job.id === id));
    };
    const all = await list({});
    expect(all[0]).toBe(4);
    expect([...all].sort()).toEqual([0, 1, 2, 3, 4]);
    const after = (index: number) => ({ createdAt: jobs[index]?.createdAt ?? 0, id: jobs[index]?.id ?? '' });
    const paged = await list({}, 2);
    while (paged.length < 5) paged.push(...(await list({ after: after(paged.at(-1) ?? 0) }, 2)));
    expect(paged).toEqual(all);
    expect(await list({ status: 'canceled' })).toEqual([1]);
    expect((await list({ operations: [operation] })).sort()).toEqual([0, 1, 2, 3]);
    expect((await list({ metadata: { parity: 'odd' } })).sort()).toEqual([1, 3]);
    expect(await list({ metadata: { parity: 'odd', index: '3' } })).toEqual([3]);
    expect(await list({ metadata: { parity: 'other' } })).toEqual([]);
  });

  it('runs failed jobs again, as new ones that are charged to another key', async () => {
    const account = await createTestAccount(store, 10);
    const operation = uniqueText('operation');
    const jobs = Array.from({ length: 3 }, (_, index) =>
      newJob(account, { operation, createdAt: 100 + index, metadata: { index: String(index) } }),
    );
    await store.jobs.add(jobs);
    for (const job of await claim(operation, 3)) await store.jobs.fail(job, failure);
    const filter = { accountId: account.accountId, limit: 10 };
    const list = async (more: object) =>
      (await store.jobs.listFailed({ ...filter, ...more }, 600)).map(({ id }) => id);
    const ids = jobs.map(({ id }) => id);
    expect(await list({})).toEqual(ids);
    expect(await list({ from: 101, to: 102 })).toEqual([ids[1]]);
    expect(await list({ metadata: { index: '2' }, operations: [operation] })).toEqual([ids[2]]);
    expect(await list({ operations: [uniqueText('operation')] })).toEqual([]);
    expect(await list({ limit: 2 })).toEqual(ids.slice(0, 2));
    const failed = await store.jobs.listFailed({ ...filter, limit: 2 }, 600);
    const charged = failed.map((job) => ({ ...job, keyId: 'key_other' }));
    expect(await store.jobs.enqueue(charged, 'failed')).toBe(2);
    expect(await store.jobs.enqueue(charged, 'failed')).toBe(0);
    const claimed = await claim(operation, 3);
    expect(claimed.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(claimed[0]).toMatchObject({
      keyId: 'key_other',
      attempt: 2,
      failures: 0,
      error: null,
      finishedAt: null,
      expiresAt: null,
      metadata: { index: '0' },
    });
  });

  it('forgets an ended job and its metadata when it expires, and never one that waits', async () => {
    const account = await createTestAccount(store, 10);
    const ended = newJob(account, { metadata: { kind: 'ended' } });
    const waiting = newJob(account);
    await store.jobs.add([ended, waiting]);
    await store.jobs.cancel(ended.id, account.accountId, end);
    expect(await store.jobs.find(ended.id, account.accountId, 999)).toBeDefined();
    expect(await store.jobs.find(ended.id, account.accountId, 1000)).toBeUndefined();
    expect(await store.jobs.list({ accountId: account.accountId, limit: 10 }, 1000)).toHaveLength(1);
    await store.jobs.sweep(1000);
    expect(await store.jobs.find(ended.id, account.accountId, 0)).toBeUndefined();
    expect(await store.jobs.find(waiting.id, account.accountId, 1_000_000)).toBeDefined();
    await store.jobs.cancel(waiting.id, account.accountId, end);
    await store.jobs.sweep(1000);
  });

  it('notifies listeners of added and returned jobs until they stop', async () => {
    const account = await createTestAccount(store, 10);
    let notifications = 0;
    let onNotified: () => void = () => undefined;
    const notified = () =>
      new Promise<void>((resolve) => {
        onNotified = resolve;
      });
    const stop = store.jobs.onAvailable(() => {
      notifications += 1;
      onNotified();
    });
    // The first notification may be that of the connection itself.
    const added = newJob(account);
    let next = notified();
    await store.jobs.add([added]);
    await next;
    const [claimed] = await claim(added.operation);
    next = notified();
    if (claimed !== undefined) await store.jobs.requeue(claimed, 'shutdown');
    await next;
    stop();
    const before = notifications;
    await store.jobs.add([newJob(account)]);
    expect(notifications).toBe(before);
  });
});
