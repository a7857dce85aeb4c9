import type { RequestRecord } from '../pipeline/pipeline-context.ts';

/** A request for an operation that has ended, without its content, its result and its key. */
export interface LoggedRequest {
  /** When it ended, ms since the epoch. */
  readonly createdAt: number;
  readonly requestId: string;
  readonly operation: string;
  readonly status: number;
  /** Code of the error; null if it succeeded. */
  readonly code: string | null;
  readonly keyId: string;
  readonly accountId: string;
  /** The job that the request has added or runs. */
  readonly jobId: string | null;
  readonly creditsUsed: number;
  readonly durationMs: number;
}

/** Selects requests; what is undefined selects all. */
export interface RequestFilter {
  readonly accountId?: string | undefined;
  readonly keyId?: string | undefined;
  readonly operation?: string | undefined;
  readonly code?: string | undefined;
}

/** How long the requests of an operation took, and how they ended. */
export interface RequestStatistics {
  readonly latency: ReadonlyArray<{
    readonly operation: string;
    readonly count: number;
    readonly p50Ms: number;
    readonly p95Ms: number;
    readonly p99Ms: number;
  }>;
  /** The most frequent first. */
  readonly errors: ReadonlyArray<{ readonly code: string; readonly count: number }>;
}

/** Dependencies of a request log. */
export interface RequestLogOptions {
  /** Names of the operations: other requests are reads, which nothing is charged for. */
  readonly operations: readonly string[];
  /** Returns milliseconds since the epoch. */
  readonly now: () => number;
  /** Requests that are kept; by default 10,000, which take some 3 MB. */
  readonly requestsMax?: number;
}

const requestsMaxDefault = 10_000;

/** The last requests for operations on this node, in memory. */
export class RequestLog {
  readonly #operations: ReadonlySet<string>;
  readonly #now: () => number;
  readonly #requestsMax: number;
  /** A ring: the entry after the last one is the oldest. */
  readonly #entries: LoggedRequest[] = [];
  #next = 0;

  constructor({ operations, now, requestsMax = requestsMaxDefault }: RequestLogOptions) {
    this.#operations = new Set(operations);
    this.#now = now;
    this.#requestsMax = requestsMax;
  }

  /** Adds a request, unless it has no key, only asked for the price, or is not for an operation. */
  record(record: RequestRecord): void {
    const { requestId, operation, status, code = null, keyId, accountId, jobId = null } = record;
    if (keyId === undefined || accountId === undefined) return;
    if (record.isDryRun || !this.#operations.has(operation)) return;
    this.#entries[this.#next] = {
      createdAt: this.#now(),
      requestId,
      operation,
      status,
      code,
      keyId,
      accountId,
      jobId,
      creditsUsed: record.creditsUsed,
      durationMs: Math.round(record.durationMs),
    };
    this.#next = (this.#next + 1) % this.#requestsMax;
  }

  /** Lists requests, the last one first. */
  list(filter: RequestFilter, limit: number): LoggedRequest[] {
    return [...this.#select(filter).take(limit)];
  }

  /** Describes how long requests took, and how they ended. */
  summarize(filter: RequestFilter): RequestStatistics {
    const selected = [...this.#select(filter)];
    const succeeded = selected.filter(({ code, status }) => code === null && status === 200);
    const latency = [...Map.groupBy(succeeded, ({ operation }) => operation)].map(([operation, requests]) => {
      const sorted = requests.map(({ durationMs }) => durationMs).sort((a, b) => a - b);
      return {
        operation,
        count: sorted.length,
        p50Ms: percentile(sorted, 0.5),
        p95Ms: percentile(sorted, 0.95),
        p99Ms: percentile(sorted, 0.99),
      };
    });
    const byCode = Map.groupBy(selected, ({ code }) => code);
    const errors = [...byCode].flatMap(([code, { length: count }]) =>
      code === null ? [] : [{ code, count }],
    );
    return {
      latency: latency.sort((a, b) => b.count - a.count),
      errors: errors.sort((a, b) => b.count - a.count),
    };
  }

  /** Yields the selected requests, the last one first. */
  *#select({ accountId, keyId, operation, code }: RequestFilter): Generator<LoggedRequest, undefined> {
    const { length } = this.#entries;
    for (let age = 1; age <= length; age += 1) {
      const entry = this.#entries[(this.#next - age + length) % length];
      if (
        entry !== undefined &&
        (accountId === undefined || entry.accountId === accountId) &&
        (keyId === undefined || entry.keyId === keyId) &&
        (operation === undefined || entry.operation === operation) &&
        (code === undefined || entry.code === code)
      ) {
        yield entry;
      }
    }
  }
}

/** The smallest value that at least this share of all is not larger than (nearest rank). */
const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
