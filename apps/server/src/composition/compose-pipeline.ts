import { Semaphore } from '@quern/runtime/scheduling/semaphore';
import type { Logger } from 'pino';
import type { ClusterNode } from '../cluster/cluster-node.ts';
import { WorkerPool } from '../cluster/worker-pool.ts';
import type { Config } from '../config.ts';
import type { KeyVerifier } from '../keys/key-verifier.ts';
import { BodyMemoryBudget } from '../limits/body-memory-budget.ts';
import { ConcurrencyLimiter, type ConcurrencyLimiterOptions } from '../limits/concurrency-limiter.ts';
import { FailureDebt } from '../limits/failure-debt.ts';
import { LoadShedder } from '../limits/load-shedder.ts';
import { OpenResponses } from '../limits/open-responses.ts';
import { InMemoryRateCounter } from '../limits/rate-limiter.ts';
import { isUnlimited } from '../limits/rate-policy.ts';
import type { PipelineContext } from '../pipeline/pipeline-context.ts';
import type { RequestLog } from '../requests/request-log.ts';
import { runsJobs } from '../roles/node-role.ts';
import type { Store } from '../storage/store.ts';
import { type BuildInfo, Telemetry } from '../telemetry/telemetry.ts';
import type { ComposedEngines } from './compose-engines.ts';

/** The parts of a service that its pipeline needs. */
export interface ComposePipelineOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly store: Store;
  readonly node: ClusterNode;
  readonly verifier: KeyVerifier;
  readonly engines: ComposedEngines;
  readonly build: BuildInfo;
  readonly requests: Pick<RequestLog, 'record'>;
  readonly overrides: {
    /** By default those of the settings. */
    readonly concurrencyLimits?: ConcurrencyLimiterOptions;
  };
}

/** A clock may be set forward by this much without ending stored responses and results early, ms. */
const clockStepMs = 3_600_000;

const concurrencyLimitsDefault: Omit<ConcurrencyLimiterOptions, 'waitMaxMs'> = {
  waitingPerKeyMax: 1024,
  waitingMax: 4096,
  runningMax: 1024,
};

/** Maximum number of earlier results, of up to tens of megabytes, that are in memory at the same time. */
const reusedResultsMax = 4;

/** Composes the context that all requests share, and its metrics. */
export function composePipeline({
  config,
  log,
  store,
  node,
  verifier,
  engines,
  build,
  requests,
  overrides,
}: ComposePipelineOptions): { readonly context: PipelineContext; readonly telemetry: Telemetry } {
  const isLimitedPerKey = !isUnlimited(config.ratePolicy);
  const concurrencyLimiter = new ConcurrencyLimiter(
    overrides.concurrencyLimits ?? { ...concurrencyLimitsDefault, waitMaxMs: config.queueTimeMs },
  );
  const openResponses = new OpenResponses(isLimitedPerKey);
  const loadShedder = new LoadShedder({ slots: engines.slots, waitMaxMs: config.queueTimeMs });
  const telemetry = new Telemetry(log, {
    concurrencyLimiter,
    openResponses,
    loadShedder,
    engines,
    results: store.results,
    jobs: store.jobs,
    build,
  });
  const context: PipelineContext = {
    store,
    verifier,
    concurrencyLimiter,
    openResponses,
    loadShedder,
    bodyMemoryBudget: new BodyMemoryBudget(isLimitedPerKey),
    failureDebt: new FailureDebt(isLimitedPerKey),
    rateCounter: store.dialect === 'sqlite' ? new InMemoryRateCounter() : store.rateWindows,
    ratePolicy: config.ratePolicy,
    engines,
    workers: runsJobs(config.role)
      ? undefined
      : new WorkerPool({
          jobs: store.jobs,
          nodes: store.nodes,
          nodeId: node.id,
          queueTimeMs: config.queueTimeMs,
          scheduleCancellation: (jobId, accountId) => node.scheduleCancellation(jobId, accountId),
        }),
    reuseSlots: new Semaphore(reusedResultsMax),
    reportUnreadableResult: (error) => log.warn({ err: error }, 'a stored result cannot be read'),
    nodeId: node.id,
    retentionMs: config.retentionMs + clockStepMs,
    now: Date.now,
    scheduleRefund: (reservationId) => node.scheduleRefund(reservationId),
    adjustWorkCount: telemetry.adjustWorkCount,
    recordRequest: (record) => {
      telemetry.recordRequest(record);
      requests.record(record);
    },
  };
  return { context, telemetry };
}
