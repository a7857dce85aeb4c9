import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Admission } from '../limits/admission.ts';
import type { RunRecord } from '../operations/run-context.ts';

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

  const observe = (record: RunRecord): void => {
    const { operation, status, code } = record;
    requests.inc({ operation, status, code: code ?? '' });
    durations.observe({ operation }, record.durationMs / 1000);
    if (record.creditsUsed > 0) credits.inc({ operation }, record.creditsUsed);
    const { fault, rate: _rate, steps, durationMs, ...line } = record;
    const timed = {
      ...line,
      durationMs: round(durationMs),
      steps: Object.fromEntries(steps.map(([name, ms]) => [name, round(ms)])),
    };
    if (status === 500) log.error({ ...timed, err: fault }, 'request');
    else log.info(timed, 'request');
  };
  return { registry, observe };
}

const round = (ms: number): number => Math.round(ms * 100) / 100;
