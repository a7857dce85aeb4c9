import type { Logger } from 'pino';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { ServiceError } from '../errors/service-error.ts';
import type { ConcurrencyLimiter } from '../limits/concurrency-limiter.ts';
import type { LoadShedder } from '../limits/load-shedder.ts';
import type { OpenResponses } from '../limits/open-responses.ts';
import { mapStorageError } from '../pipeline/errors/map-storage-error.ts';
import type { RequestRecord, WorkState } from '../pipeline/pipeline-context.ts';
import type { JobStore } from '../storage/jobs/job-store.ts';
import { describeFailure } from './describe-failure.ts';
import { RequestLineWriter } from './request-line.ts';
import { RequestMetrics } from './request-metrics.ts';

/** The version of the service that runs. */
export interface BuildInfo {
  readonly version: string;
  /** Such as `24.21.0`. */
  readonly nodeVersion: string;
  /** The commit of the checkout; empty if it is unknown. */
  readonly commit: string;
}

/** The values that gauges read when metrics are collected. */
export interface TelemetrySources {
  readonly concurrencyLimiter: Pick<ConcurrencyLimiter, 'running' | 'waiting'>;
  readonly openResponses: Pick<OpenResponses, 'count'>;
  readonly loadShedder: Pick<LoadShedder, 'pendingMs'>;
  readonly engines: { waiting(): Readonly<Record<string, number>> };
  readonly results: { readonly bytes: number };
  readonly jobs: Pick<JobStore, 'countWaiting'>;
  readonly build: BuildInfo;
}

/**
 * Writes one log line per request, and updates the metrics. Neither contains the content of a request or its key.
 *
 * The methods are bound, so that they can be passed as callbacks.
 */
export class Telemetry {
  /** The metrics in the format of Prometheus. */
  readonly registry = new Registry();
  readonly #log: Logger;
  readonly #metrics: RequestMetrics;
  readonly #lines: RequestLineWriter;

  constructor(log: Logger, sources: TelemetrySources) {
    this.#log = log;
    this.#lines = new RequestLineWriter(log);
    collectDefaultMetrics({ register: this.registry });
    this.#metrics = new RequestMetrics(this.registry);
    this.#addGauges(sources);
  }

  /** Counts and logs a request. Only an internal error is logged with its stack trace. */
  readonly recordRequest = (record: RequestRecord): void => {
    this.#metrics.record(record);
    if (record.status < 500) {
      this.#lines.write(record, Date.now());
      return;
    }
    this.#lines.flush();
    const { requestId, client, operation, status, code, keyId, accountId, jobId, cause } = record;
    const { creditsUsed, replayed, timing } = record;
    const fields = { requestId, client, operation, status, code, keyId, accountId, jobId };
    const line = { ...fields, creditsUsed, replayed, timing };
    if (status === 500) this.#log.error({ ...line, err: cause }, 'request');
    else this.#log.warn({ ...line, reason: describeFailure(cause) }, 'request');
  };

  /** Logs a failure outside of the pipeline: an expected one as one line, any other with its stack trace. */
  readonly recordFailure = (failure: unknown, requestId: string): void => {
    this.#lines.flush();
    if (failure instanceof ServiceError || mapStorageError(failure) !== undefined) {
      this.#log.warn({ requestId, reason: describeFailure(failure) }, 'request failed');
    } else {
      this.#log.error({ requestId, err: failure }, 'request failed');
    }
  };

  /** Changes the number of work items of an operation that are in a state. */
  readonly adjustWorkCount = (operation: string, state: WorkState, change: 1 | -1): void => {
    this.#metrics.adjustWorkCount(operation, state, change);
  };

  #addGauges(sources: TelemetrySources): void {
    const { concurrencyLimiter, openResponses, loadShedder, engines, results, jobs, build } = sources;
    const registers = [this.registry];
    const addGauge = (name: string, help: string, read: () => number): void => {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    };
    new Gauge({
      name: 'quern_engine_queue_length',
      help: 'Work items that wait, by engine',
      labelNames: ['engine'] as const,
      registers,
      collect() {
        for (const [engine, waiting] of Object.entries(engines.waiting())) this.set({ engine }, waiting);
      },
    });
    const onError = (error: unknown): void =>
      this.#log.warn({ err: error }, 'waiting jobs cannot be counted');
    new Gauge({
      name: 'quern_jobs_waiting',
      help: 'Jobs in the queue of all nodes, by operation and priority; of a batch, at most 1,000 are in it',
      labelNames: ['operation', 'priority'] as const,
      registers,
      async collect() {
        // Without the database, the other metrics are still returned.
        const counts = await jobs.countWaiting().catch(onError);
        this.reset();
        for (const { operation, priority, count } of counts ?? []) this.set({ operation, priority }, count);
      },
    });
    const { version, nodeVersion: node_version, commit } = build;
    new Gauge({
      name: 'quern_build_info',
      help: 'Version of the service and of Node.js, and the commit if it is known; always 1',
      labelNames: ['version', 'node_version', 'commit'] as const,
      registers,
    }).set({ version, node_version, commit }, 1);
    addGauge(
      'quern_admitted_work_seconds',
      'Estimated time of admitted work for the engine threads',
      () => loadShedder.pendingMs('threads') / 1000,
    );
    addGauge('quern_responses_open', 'Stored responses that are being sent', () => openResponses.count);
    addGauge('quern_stored_results_bytes', 'Size of stored results, compressed', () => results.bytes);
    addGauge('quern_requests_running', 'Requests that are running', () => concurrencyLimiter.running);
    addGauge('quern_requests_waiting', 'Requests that wait to run', () => concurrencyLimiter.waiting);
  }
}
