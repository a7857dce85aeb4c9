import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { RequestRecord, WorkState } from '../pipeline/pipeline-context.ts';

const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** Error codes of requests that a limit rejected before any work was done. */
const rejectionCodes: ReadonlySet<string> = new Set([
  'rate_limited',
  'too_many_running',
  'overloaded',
  'draining',
]);

/** Counts since metrics were last collected, of the requests of one operation, status and code. */
interface PendingCounts {
  readonly labels: { readonly operation: string; readonly status: number; readonly code: string };
  requests: number;
  credits: number;
}

/** The metrics that are updated once per request. */
export class RequestMetrics {
  readonly #requests: Counter<'operation' | 'status' | 'code'>;
  readonly #durations: Histogram<'operation'>;
  readonly #credits: Counter<'operation'>;
  readonly #waits: Histogram<'operation'>;
  readonly #work: Counter<'operation' | 'success'>;
  readonly #workCounts: Readonly<Record<WorkState, Gauge<'operation'>>>;
  readonly #rejected: Counter<'operation' | 'code'>;
  readonly #timedOut: Counter<'operation'>;
  /** By operation, status and code. Finding the value of labels costs more than counting, so it is done when metrics are collected. */
  readonly #pending = new Map<string, PendingCounts>();

  constructor(registry: Registry) {
    const registers = [registry];
    const buckets = secondsBuckets;
    const collect = (): void => this.#addPending();
    this.#requests = new Counter({
      name: 'quern_requests_total',
      help: 'Requests by operation, status, and error code',
      labelNames: ['operation', 'status', 'code'],
      registers,
      collect,
    });
    this.#durations = new Histogram({
      name: 'quern_request_duration_seconds',
      help: 'Time from the headers of a request to its response',
      labelNames: ['operation'],
      buckets,
      registers,
    });
    this.#credits = new Counter({
      name: 'quern_credits_charged_total',
      help: 'Credits charged, by operation',
      labelNames: ['operation'],
      registers,
      collect,
    });
    this.#waits = new Histogram({
      name: 'quern_work_wait_seconds',
      help: 'Time that the work of a request waited for engines',
      labelNames: ['operation'],
      buckets,
      registers,
    });
    this.#work = new Counter({
      name: 'quern_work_seconds_total',
      help: 'Time that engines worked, by operation and whether the request succeeded',
      labelNames: ['operation', 'success'],
      registers,
    });
    const addWorkCount = (state: WorkState, help: string): Gauge<'operation'> =>
      new Gauge({ name: `quern_work_${state}`, help, labelNames: ['operation'] as const, registers });
    this.#workCounts = {
      waiting: addWorkCount('waiting', 'Work items that wait for an engine, by operation'),
      running: addWorkCount('running', 'Work items that an engine has started, by operation'),
    };
    this.#rejected = new Counter({
      name: 'quern_requests_refused_total',
      help: 'Requests rejected by a limit before any work was done',
      labelNames: ['operation', 'code'],
      registers,
    });
    this.#timedOut = new Counter({
      name: 'quern_requests_timed_out_total',
      help: 'Requests that exceeded the time limit of their operation',
      labelNames: ['operation'],
      registers,
    });
  }

  /** Counts a request. */
  record(request: RequestRecord): void {
    const { operation, status, code, durationMs, waitedMs, workedMs, creditsUsed } = request;
    const pending = this.#pendingOf(request);
    pending.requests += 1;
    pending.credits += creditsUsed;
    this.#durations.observe({ operation }, durationMs / 1000);
    if (workedMs > 0 || waitedMs > 0) {
      this.#waits.observe({ operation }, waitedMs / 1000);
      this.#work.inc({ operation, success: String(status === 200) }, workedMs / 1000);
    }
    if (code !== undefined && rejectionCodes.has(code)) this.#rejected.inc({ operation, code });
    if (code === 'time_limit') this.#timedOut.inc({ operation });
  }

  /** Changes the number of work items of an operation that are in a state. */
  adjustWorkCount(operation: string, state: WorkState, change: 1 | -1): void {
    this.#workCounts[state].inc({ operation }, change);
  }

  #pendingOf({ operation, status, code = '' }: RequestRecord): PendingCounts {
    const name = `${operation} ${status} ${code}`;
    let pending = this.#pending.get(name);
    if (pending === undefined) {
      pending = { labels: { operation, status, code }, requests: 0, credits: 0 };
      this.#pending.set(name, pending);
    }
    return pending;
  }

  #addPending(): void {
    for (const pending of this.#pending.values()) {
      const { labels, requests, credits } = pending;
      if (requests > 0) this.#requests.inc(labels, requests);
      if (credits > 0) this.#credits.inc({ operation: labels.operation }, credits);
      pending.requests = 0;
      pending.credits = 0;
    }
  }
}
