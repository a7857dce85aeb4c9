import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ConcurrencyLimiter } from '../limits/concurrency-limiter.ts';
import type { LoadShedder } from '../limits/load-shedder.ts';
import type { OpenResponses } from '../limits/open-responses.ts';
import type { RequestRecord } from '../pipeline/pipeline-context.ts';
import { formatServerTiming } from './server-timing.ts';

const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

export interface Telemetry {
  readonly registry: Registry;
  /** Counts a run and writes its one log line. Neither has the request's content or its key. */
  readonly recordRequest: (record: RequestRecord) => void;
  /** Counts work of an operation into or out of those that wait for an engine. */
  readonly adjustWaitingCount: (operation: string, change: 1 | -1) => void;
}

/** What gauges read when they are collected. */
export interface TelemetrySources {
  readonly concurrencyLimiter: Pick<ConcurrencyLimiter, 'running' | 'waiting'>;
  readonly openResponses: Pick<OpenResponses, 'count'>;
  readonly loadShedder: Pick<LoadShedder, 'pendingMs'>;
  readonly engines: { waiting(): Readonly<Record<string, number>> };
  readonly results: { readonly bytes: number };
}

/** Refusals by limits: nothing was done for these requests. */
const refusals = new Set([
  'rate_limited',
  'too_many_running',
  'failure_budget_used',
  'overloaded',
  'draining',
]);

export function createTelemetry(
  log: Logger,
  { concurrencyLimiter: admission, openResponses, loadShedder: workload, engines, results }: TelemetrySources,
): Telemetry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'quern_requests_total',
    help: 'Requests by operation, status and error code',
    labelNames: ['operation', 'status', 'code'] as const,
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'quern_request_duration_seconds',
    help: 'Seconds from the headers to the answer',
    labelNames: ['operation'] as const,
    buckets: secondsBuckets,
    registers: [registry],
  });
  const credits = new Counter({
    name: 'quern_credits_charged_total',
    help: 'Credits charged by operation',
    labelNames: ['operation'] as const,
    registers: [registry],
  });
  const gauge = (name: string, help: string, value: () => number): Gauge =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
  const waits = new Histogram({
    name: 'quern_work_wait_seconds',
    help: 'Seconds that the work of a request waited for engines',
    labelNames: ['operation'] as const,
    buckets: secondsBuckets,
    registers: [registry],
  });
  const worked = new Counter({
    name: 'quern_work_seconds_total',
    help: 'Seconds that engines worked, by operation and whether the request succeeded',
    labelNames: ['operation', 'success'] as const,
    registers: [registry],
  });
  const waitingWork = new Gauge({
    name: 'quern_work_waiting',
    help: 'Pieces of work that wait for an engine, by operation',
    labelNames: ['operation'] as const,
    registers: [registry],
  });
  const refused = new Counter({
    name: 'quern_requests_refused_total',
    help: 'Requests refused by a limit before any work was done',
    labelNames: ['operation', 'code'] as const,
    registers: [registry],
  });
  const timedOut = new Counter({
    name: 'quern_requests_timed_out_total',
    help: 'Requests stopped by the time limit of their operation',
    labelNames: ['operation'] as const,
    registers: [registry],
  });
  new Gauge({
    name: 'quern_engine_queue_length',
    help: 'Pieces of work that wait, by engine',
    labelNames: ['engine'] as const,
    registers: [registry],
    collect() {
      for (const [engine, waiting] of Object.entries(engines.waiting())) this.set({ engine }, waiting);
    },
  });
  gauge(
    'quern_admitted_work_seconds',
    'Estimated seconds of admitted work for the engine threads',
    () => workload.pendingMs('threads') / 1000,
  );
  gauge('quern_responses_open', 'Stored responses that are being sent', () => openResponses.count);
  gauge('quern_stored_results_bytes', 'Bytes of stored results, compressed', () => results.bytes);
  gauge('quern_requests_running', 'Requests that run now', () => admission.running);
  gauge('quern_requests_waiting', 'Requests that wait for a place', () => admission.waiting);

  /** Metrics by their labels, found once: looking labels up costs more than counting. */
  const seen = new Map<string, { count(): void; time(seconds: number): void }>();
  const metersOf = ({ operation, status, code = '' }: RequestRecord) => {
    const name = `${operation} ${status} ${code}`;
    let meters = seen.get(name);
    if (meters === undefined) {
      const counter = requests.labels({ operation, status, code });
      const histogram = durations.labels({ operation });
      meters = { count: () => counter.inc(), time: (seconds) => histogram.observe(seconds) };
      seen.set(name, meters);
    }
    return meters;
  };

  const observe = (record: RequestRecord): void => {
    const meters = metersOf(record);
    meters.count();
    meters.time(record.durationMs / 1000);
    if (record.workedMs > 0 || record.waitedMs > 0) {
      waits.observe({ operation: record.operation }, record.waitedMs / 1000);
      worked.inc(
        { operation: record.operation, success: String(record.status === 200) },
        record.workedMs / 1000,
      );
    }
    if (record.code !== undefined && refusals.has(record.code)) {
      refused.inc({ operation: record.operation, code: record.code });
    }
    if (record.code === 'time_limit') timedOut.inc({ operation: record.operation });
    if (record.creditsUsed > 0) credits.inc({ operation: record.operation }, record.creditsUsed);
    const { requestId, client, operation, status, code, keyId, accountId, creditsUsed, replayed } = record;
    const line = {
      requestId,
      client,
      operation,
      status,
      code,
      keyId,
      accountId,
      creditsUsed,
      replayed,
      timing: formatServerTiming(record),
    };
    if (status === 500) log.error({ ...line, err: record.cause }, 'request');
    else if (status > 500) log.warn({ ...line, err: record.cause }, 'request');
    else log.info(line, 'request');
  };
  const countWaiting = (operation: string, change: 1 | -1): void => waitingWork.inc({ operation }, change);
  return { registry, recordRequest: observe, adjustWaitingCount: countWaiting };
}
