import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Admission } from '../limits/admission.ts';
import type { RunRecord } from '../operations/run-context.ts';
import { serverTiming } from './server-timing.ts';

const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

export interface Observation {
  readonly registry: Registry;
  /** Counts a run and writes its one log line. Neither has the request's content or its key. */
  readonly observe: (record: RunRecord) => void;
}

export function createObservation(log: Logger, admission: Admission): Observation {
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
  gauge('quern_requests_running', 'Requests that run now', () => admission.running);
  gauge('quern_requests_waiting', 'Requests that wait for a place', () => admission.waiting);

  /** Metrics by their labels, found once: looking labels up costs more than counting. */
  const seen = new Map<string, { count(): void; time(seconds: number): void }>();
  const metersOf = ({ operation, status, code = '' }: RunRecord) => {
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

  const observe = (record: RunRecord): void => {
    const meters = metersOf(record);
    meters.count();
    meters.time(record.durationMs / 1000);
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
      timing: serverTiming(record),
    };
    if (status === 500) log.error({ ...line, err: record.fault }, 'request');
    else if (status > 500) log.warn({ ...line, err: record.fault }, 'request');
    else log.info(line, 'request');
  };
  return { registry, observe };
}
