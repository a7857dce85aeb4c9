import { runningJobsMax } from '../../apps/server/src/composition/compose-background-work.ts';
import { JobDispatcher } from '../../apps/server/src/jobs/job-dispatcher.ts';
import type { PipelineContext } from '../../apps/server/src/pipeline/pipeline-context.ts';
import { runJob } from '../../apps/server/src/pipeline/run-job.ts';
import type { NewJob } from '../../apps/server/src/storage/jobs/job.ts';
import type { Store } from '../../apps/server/src/storage/store.ts';
import { quantile } from '../../eval/metrics/statistics.ts';
import { noopOperation } from '../http/noop-operation.ts';

/** Where the jobs of the benchmark belong. */
export interface BenchOwner {
  readonly accountId: string;
  readonly keyId: string;
}

/** Jobs that wait at the same time while throughput is measured. */
const backlog = 256;
/** Concurrent clients of the ledger and the queue. */
const clients = 32;
const idleSamples = 200;

/** Limits the jobs that wait, without polling on the event loop that is measured. */
class Backlog {
  #size = 0;
  #waiting: (() => void)[] = [];

  /** Counts a job, once there is room for it. */
  async enter(): Promise<void> {
    while (this.#size >= backlog) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#size += 1;
  }

  /** Counts jobs as ended. */
  leave(count = 1): void {
    this.#size -= count;
    for (const resolve of this.#waiting.splice(0, count)) resolve();
  }

  /** Lets all that wait go on, at the end of a measurement. */
  open(): void {
    this.#size = Number.NEGATIVE_INFINITY;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

let serial = 0;

function newJob({ accountId, keyId }: BenchOwner, priority: NewJob['priority'] = 'interactive'): NewJob {
  serial += 1;
  return {
    id: `job_bench${serial}`,
    accountId,
    keyId,
    operation: 'noop',
    priority,
    requestId: 'req_bench',
    metadata: {},
    input: { kind: 'inline', body: '{"input":{"text":"a request of the usual small size"},"files":[]}' },
    createdAt: Date.now(),
  };
}

/** Measures how many reservations the ledger settles per second. */
export async function measureLedgerOf(
  store: Store,
  { accountId, keyId }: BenchOwner,
  seconds: number,
): Promise<number> {
  return measureLoops(clients, seconds, async () => {
    serial += 1;
    const reservationId = `res_bench${serial}`;
    const common = { accountId, keyId, nodeId: 'node_bench', operation: 'noop', requestId: 'req_bench' };
    await store.ledger.reserve({ ...common, reservationId, amount: 1, now: Date.now() });
    await store.ledger.settle({ reservationId, now: Date.now() });
  });
}

/** Measures how many jobs per second are added, claimed and ended by the queue alone, without a charge. */
export async function measureQueue(store: Store, owner: BenchOwner, seconds: number): Promise<number> {
  const endAt = performance.now() + seconds * 1000;
  const startedAt = performance.now();
  let done = 0;
  const waiting = new Backlog();
  const add = async (): Promise<void> => {
    while (performance.now() < endAt) {
      await waiting.enter();
      await store.jobs.add([newJob(owner)]);
    }
  };
  const work = async (): Promise<void> => {
    while (performance.now() < endAt) {
      const request = { operation: 'noop', priority: 'interactive', limit: clients } as const;
      const claimed = await store.jobs.claim({ ...request, nodeId: 'node_bench', now: Date.now() });
      const end = { error: '{}', now: Date.now(), expiresAt: Date.now() + 60_000 };
      await Promise.all(claimed.map((job) => store.jobs.fail(job, end)));
      done += claimed.length;
      waiting.leave(claimed.length);
      if (claimed.length === 0) await new Promise((next) => setImmediate(next));
    }
    waiting.open();
  };
  await Promise.all([...Array.from({ length: clients }, add), work()]);
  return done / ((performance.now() - startedAt) / 1000);
}

/** Throughput and start latency of jobs that do nothing. */
export interface NoopJobs {
  readonly jobsPerSecond: number;
  readonly idleStartMs: { readonly p50: number; readonly p99: number };
  /** Start of interactive jobs next to a backlog of batch jobs. */
  readonly busyStartMs: { readonly p50: number; readonly p99: number };
}

/** Measures jobs that are added, run by the dispatcher through the pipeline, and charged. */
export async function measureNoopJobs(
  context: PipelineContext,
  owner: BenchOwner,
  seconds: number,
): Promise<NoopJobs> {
  const { store } = context;
  const started = new Map<string, (atMs: number) => void>();
  const waiting = new Backlog();
  let ended = 0;
  const dispatcher = new JobDispatcher({
    jobs: store.jobs,
    operations: [noopOperation],
    nodeId: 'node_bench',
    runningMax: runningJobsMax,
    retentionMs: 60_000,
    run: async (run) => {
      started.get(run.job.id)?.(performance.now());
      const error = await runJob(run, context);
      ended += 1;
      if (run.job.priority === 'batch') waiting.leave();
      return error;
    },
    now: Date.now,
    onError: (error) => console.error(error),
  });
  dispatcher.start();
  const startMs = async (): Promise<number> => {
    const job = newJob(owner);
    const start = new Promise<number>((resolve) => started.set(job.id, resolve));
    const addedAt = performance.now();
    await store.jobs.add([job]);
    const startedAt = await start;
    started.delete(job.id);
    return startedAt - addedAt;
  };
  const idle: number[] = [];
  for (let sample = 0; sample < idleSamples; sample += 1) idle.push(await startMs());
  ended = 0;
  const add = async (): Promise<void> => {
    await waiting.enter();
    await store.jobs.add([newJob(owner, 'batch')]);
  };
  const jobsPerSecond = await measureLoops(clients, seconds, add).then(() => ended / seconds);
  const busy: number[] = [];
  await measureLoops(clients, seconds, async (loop) => {
    if (loop === 0) busy.push(await startMs());
    else await add();
  });
  await dispatcher.stop();
  return { jobsPerSecond, idleStartMs: describe(idle), busyStartMs: describe(busy) };
}

const describe = (samples: readonly number[]) => ({
  p50: quantile(samples, 0.5),
  p99: quantile(samples, 0.99),
});

/** Repeats work in concurrent loops. @returns repetitions per second */
async function measureLoops(
  loops: number,
  seconds: number,
  work: (loop: number) => Promise<void>,
): Promise<number> {
  const startedAt = performance.now();
  const endAt = startedAt + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: loops }, async (_, loop) => {
      while (performance.now() < endAt) {
        await work(loop);
        done += 1;
      }
    }),
  );
  return done / ((performance.now() - startedAt) / 1000);
}
