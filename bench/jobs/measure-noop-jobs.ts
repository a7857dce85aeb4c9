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
/** As in the service. */
const runningMax = 32;
const idleSamples = 200;

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
  return measureLoops(runningMax, seconds, async () => {
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
  let [done, waiting] = [0, 0];
  const add = async (): Promise<void> => {
    while (performance.now() < endAt) {
      waiting += 1;
      await store.jobs.add([newJob(owner)]);
      while (waiting > backlog && performance.now() < endAt) await new Promise((next) => setImmediate(next));
    }
  };
  const work = async (): Promise<void> => {
    while (performance.now() < endAt) {
      const request = { operation: 'noop', priority: 'interactive', limit: runningMax } as const;
      const claimed = await store.jobs.claim({ ...request, nodeId: 'node_bench', now: Date.now() });
      const end = { error: '{}', now: Date.now(), expiresAt: Date.now() + 60_000 };
      await Promise.all(claimed.map((job) => store.jobs.fail(job, end)));
      done += claimed.length;
      waiting -= claimed.length;
      if (claimed.length === 0) await new Promise((next) => setImmediate(next));
    }
  };
  await Promise.all([...Array.from({ length: runningMax }, add), work()]);
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
  let ended = 0;
  const dispatcher = new JobDispatcher({
    jobs: store.jobs,
    operations: [noopOperation],
    nodeId: 'node_bench',
    // One operation has half of the slots.
    runningMax: 2 * runningMax,
    retentionMs: 60_000,
    run: async (run) => {
      started.get(run.job.id)?.(performance.now());
      const error = await runJob(run, context);
      ended += 1;
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
  let added = 0;
  const jobsPerSecond = await measureLoops(runningMax, seconds, async () => {
    added += 1;
    await store.jobs.add([newJob(owner, 'batch')]);
    while (added - ended > backlog) await new Promise((next) => setImmediate(next));
  }).then(() => ended / seconds);
  const busy: number[] = [];
  await measureLoops(runningMax, seconds, async (loop) => {
    if (loop === 0) {
      busy.push(await startMs());
      return;
    }
    added += 1;
    await store.jobs.add([newJob(owner, 'batch')]);
    while (added - ended > backlog) await new Promise((next) => setImmediate(next));
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
