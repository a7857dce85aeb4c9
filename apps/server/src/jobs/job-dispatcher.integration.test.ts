import { waitFor } from '@quern/testing/clock/wait-for';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { ServiceError } from '../errors/service-error.ts';
import type { Operation } from '../operations/define-operation.ts';
import type { JobRun } from '../pipeline/run-job.ts';
import { BucketError } from '../storage/blobs/s3/bucket-error.ts';
import { createTestAccount, liveNodeId, uniqueText } from '../storage/fixtures/create-test-account.ts';
import { describeDatabases } from '../storage/fixtures/describe-databases.ts';
import type { Job, JobStatus, NewJob } from '../storage/jobs/job.ts';
import type { Store } from '../storage/store.ts';
import { JobDispatcher } from './job-dispatcher.ts';

type Run = (run: JobRun) => Promise<ServiceError | undefined>;

/** The error of an attempt that could not reach the bucket. */
const storageAway = (): ServiceError =>
  new ServiceError('overloaded', 'the object store is currently unavailable', {
    cause: new BucketError('the bucket cannot be reached'),
  });

describeDatabases('JobDispatcher', (open) => {
  let store: Store;
  let dispatcher: JobDispatcher | undefined;
  beforeAll(async () => {
    store = await open();
    await store.nodes.recordHeartbeat(liveNodeId, 1);
  }, 60_000);
  afterAll(() => store.close());
  afterEach(async () => {
    await dispatcher?.stop();
    dispatcher = undefined;
  });

  /** Operations that no other test uses. */
  const createOperations = (count = 1): readonly [string, ...string[]] => [
    uniqueText('operation'),
    ...Array.from({ length: count - 1 }, () => uniqueText('operation')),
  ];

  const start = (operations: readonly string[], run: Run, runningMax = 4, backoffMs = 1): void => {
    dispatcher = new JobDispatcher({
      jobs: store.jobs,
      operations: operations.map(
        (name) => ({ name, consumes: ['application/json'] }) as unknown as Operation,
      ),
      nodeId: liveNodeId,
      runningMax,
      retentionMs: 100,
      run,
      now: () => 1000,
      onError: (error) => {
        throw error;
      },
      backoffMs,
    });
    dispatcher.start();
  };

  const addJobs = async (operation: string, count = 1, more: Partial<NewJob> = {}): Promise<NewJob[]> => {
    const { accountId, keyId } = await createTestAccount(store, 10);
    const jobs = Array.from({ length: count }, () => ({
      id: uniqueText('job'),
      accountId,
      keyId,
      operation,
      priority: 'interactive' as const,
      requestId: 'req_1',
      metadata: {},
      input: { kind: 'inline', body: '{}' } as const,
      createdAt: 1,
      ...more,
    }));
    await store.jobs.add(jobs);
    return jobs;
  };

  const find = (job: NewJob | undefined): Promise<Job | undefined> =>
    store.jobs.find(job?.id ?? '', job?.accountId ?? '', 1000);

  /** Waits until a job has a status. */
  const reaches = async (job: NewJob | undefined, status: JobStatus): Promise<Job | undefined> => {
    await waitFor(async () => expect((await find(job))?.status).toBe(status));
    return find(job);
  };

  /** Ends a job as a charge does, free of charge. */
  const succeed: Run = async ({ job: { id, attempt, accountId, keyId } }) => {
    const reservationId = uniqueText('res');
    const common = {
      reservationId,
      accountId,
      keyId,
      nodeId: liveNodeId,
      operation: 'test',
      requestId: 'req',
      now: 5,
    };
    await store.ledger.reserve({ ...common, amount: 0 });
    const result = { kind: 'inline', body: '{}' } as const;
    const outcome = await store.ledger.settle({
      reservationId,
      now: 5,
      job: { id, attempt, result, expiresAt: 2000 },
    });
    if (outcome.kind !== 'done') throw new Error(outcome.kind);
    return undefined;
  };

  it('runs jobs that waited at its start and jobs that are added later', async () => {
    const [operation] = createOperations();
    const waiting = await addJobs(operation, 10);
    start([operation], succeed);
    for (const job of waiting) await reaches(job, 'succeeded');
    const [later] = await addJobs(operation);
    await reaches(later, 'succeeded');
  });

  it('ends a job with the error that its client caused, after one attempt', async () => {
    const [operation] = createOperations();
    const run = vi.fn<Run>(async () => new ServiceError('invalid_parameters', 'text: is missing'));
    start([operation], run);
    const [job] = await addJobs(operation);
    const failed = await reaches(job, 'failed');
    expect(JSON.parse(failed?.error ?? '')).toEqual({
      error: 'text: is missing',
      code: 'invalid_parameters',
      status: 400,
      requestId: 'req_1',
    });
    expect(failed).toMatchObject({ attempt: 1, finishedAt: 1000, expiresAt: 1100 });
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('tries again after a fault of the service, and ends with the fifth', async () => {
    const [operation] = createOperations();
    let faults = 2;
    const run = vi.fn<Run>(async (request) => {
      faults -= 1;
      return faults < 0 ? succeed(request) : new ServiceError('internal_error', 'an internal error');
    });
    start([operation], run);
    const [recovered] = await addJobs(operation);
    expect(await reaches(recovered, 'succeeded')).toMatchObject({ attempt: 3, failures: 2 });
    faults = Number.POSITIVE_INFINITY;
    const [broken] = await addJobs(operation);
    const { error } = (await reaches(broken, 'failed')) ?? {};
    expect(JSON.parse(error ?? '')).toMatchObject({ error: 'an internal error' });
    expect(run).toHaveBeenCalledTimes(3 + 5);
  });

  it('waits while the storage is away, without using up an attempt, and ends when it is back', async () => {
    const [operation] = createOperations();
    let isAway = true;
    const run = vi.fn<Run>(async (request) => (isAway ? storageAway() : succeed(request)));
    start([operation], run);
    const [job] = await addJobs(operation);
    await waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(6));
    await waitFor(async () =>
      expect((await find(job))?.progressMessage).toBe(
        'waiting for the storage, which is currently unavailable',
      ),
    );
    isAway = false;
    expect(await reaches(job, 'succeeded')).toMatchObject({ attempt: 1, failures: 0, progressMessage: null });
  });

  it('cancels a job that waits for the storage, and returns one to the queue when it stops', async () => {
    const [operation] = createOperations();
    const run = vi.fn<Run>(async () => storageAway());
    start([operation], run, 4, 60_000);
    const [canceled, kept] = await addJobs(operation, 2);
    await waitFor(() => expect(run).toHaveBeenCalledTimes(2));
    await store.jobs.cancel(canceled?.id ?? '', canceled?.accountId ?? '', { now: 1000, expiresAt: 2000 });
    dispatcher?.cancel(canceled?.id ?? '');
    await dispatcher?.stop();
    expect((await find(canceled))?.status).toBe('canceled');
    expect(await find(kept)).toMatchObject({ status: 'queued', failures: 0 });
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('counts an object that was removed as a fault, since it does not return', async () => {
    const [operation] = createOperations();
    const cause = new BucketError('the blob was removed while it was read', { status: 404 });
    const run = vi.fn<Run>(async () => new ServiceError('overloaded', 'unavailable', { cause }));
    start([operation], run);
    const [job] = await addJobs(operation);
    await reaches(job, 'failed');
    expect(run).toHaveBeenCalledTimes(5);
  });

  it('does not try again after an error that lasts until an operator changes the service', async () => {
    const [operation] = createOperations();
    const lasting = new ServiceError('model_unavailable', 'downloads are disabled', { isLasting: true });
    const run = vi.fn<Run>(async () => lasting);
    start([operation], run);
    const [job] = await addJobs(operation);
    const { error } = (await reaches(job, 'failed')) ?? {};
    expect(JSON.parse(error ?? '')).toMatchObject({ code: 'model_unavailable' });
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('stores progress while a job runs', async () => {
    const [operation] = createOperations();
    const { promise, resolve } = Promise.withResolvers<void>();
    start([operation], async (request) => {
      for (let page = 1; page <= 3; page += 1) request.progress(page / 4, `page ${page} of 4`);
      await promise;
      return succeed(request);
    });
    const [job] = await addJobs(operation);
    await waitFor(async () =>
      expect(await find(job)).toMatchObject({ progress: 0.75, progressMessage: 'page 3 of 4' }),
    );
    resolve();
    await reaches(job, 'succeeded');
  });

  it('stops the computation of a canceled job, on the node at once and on others at the next look', async () => {
    const [operation] = createOperations();
    const stopped: string[] = [];
    start([operation], async ({ job, controller }) => {
      await new Promise((resolve) => controller.signal.addEventListener('abort', resolve));
      stopped.push(job.id);
      return new ServiceError('client_gone', 'canceled');
    });
    const [here, elsewhere] = [await addJobs(operation), await addJobs(operation)].flat();
    for (const job of [here, elsewhere]) await reaches(job, 'running');
    for (const job of [here, elsewhere])
      await store.jobs.cancel(job?.id ?? '', job?.accountId ?? '', { now: 1000, expiresAt: 2000 });
    dispatcher?.cancel(here?.id ?? '');
    await waitFor(() => expect(stopped.sort()).toEqual([here?.id, elsewhere?.id].sort()));
    expect(await find(here)).toMatchObject({ status: 'canceled', error: null });
  });

  it('returns running jobs to the queue when it stops, and does not count that as a failure', async () => {
    const [operation] = createOperations();
    start([operation], async ({ controller }) => {
      await new Promise((resolve) => controller.signal.addEventListener('abort', resolve));
      return new ServiceError('draining', 'the node shuts down');
    });
    const [job] = await addJobs(operation);
    await reaches(job, 'running');
    await dispatcher?.stop();
    expect(await find(job)).toMatchObject({ status: 'queued', failures: 0 });
    start([operation], succeed);
    expect(await reaches(job, 'succeeded')).toMatchObject({ attempt: 2 });
  });

  it('leaves half of the slots to other operations', async () => {
    const [long, short] = createOperations(2);
    const { promise, resolve } = Promise.withResolvers<void>();
    let longCount = 0;
    start([long, short ?? ''], async (request) => {
      if (request.job.operation === long) {
        longCount += 1;
        await promise;
      }
      return succeed(request);
    });
    const longJobs = await addJobs(long, 6);
    const [shortJob] = await addJobs(short ?? '');
    await reaches(shortJob, 'succeeded');
    expect(longCount).toBe(2);
    resolve();
    for (const job of longJobs) await reaches(job, 'succeeded');
  });

  it('starts interactive jobs before those of batches', async () => {
    const [operation] = createOperations();
    const started: string[] = [];
    const batch = await addJobs(operation, 3, { priority: 'batch' });
    const interactive = await addJobs(operation, 3);
    start(
      [operation],
      (request) => {
        started.push(request.job.priority);
        return succeed(request);
      },
      1,
    );
    for (const job of [...batch, ...interactive]) await reaches(job, 'succeeded');
    expect(started).toEqual(['interactive', 'interactive', 'interactive', 'batch', 'batch', 'batch']);
  });
});
