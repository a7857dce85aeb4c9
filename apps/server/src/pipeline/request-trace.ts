import type { WorkObserver } from '@quern/runtime/scheduling/work-observer';
import type { RateLimitState } from '../limits/rate-limiter.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';
import type { RequestOrigin, RequestRecord, TraceContext } from './pipeline-context.ts';
import { formatServerTiming } from './server-timing.ts';

/** Collects the data of one request for its log line and the metrics: the times of its steps, its key, its credits. */
export class RequestTrace implements WorkObserver {
  creditsUsed = 0;
  /** Undefined until the balance has been read. */
  creditsRemaining: number | undefined;
  replayed = false;
  /** Whether only the price was asked for. */
  isDryRun = false;
  /** Whether the result is an earlier one, for which nothing was computed. */
  reused = false;
  /** Status of the response of a successful request. */
  status = 200;
  /** The job that the request has added, or the one that it runs. */
  jobId: string | undefined;
  /** Undefined until the request has been counted against its rate. */
  rate: RateLimitState | undefined;
  readonly #operation: string;
  readonly #requestId: string;
  readonly #client: string;
  readonly #adjustWorkCount: TraceContext['adjustWorkCount'];
  /** Names of the steps that have ended, and their milliseconds. */
  readonly #steps: string[] = [];
  readonly #stepsMs: number[] = [];
  readonly #startedAt = performance.now();
  #stepStartedAt = this.#startedAt;
  #key: KeyRecord | undefined;
  #waitedMs = 0;
  #workedMs = 0;

  constructor(
    operation: string,
    { requestId, client }: Pick<RequestOrigin, 'requestId' | 'client'>,
    adjustWorkCount: TraceContext['adjustWorkCount'],
  ) {
    this.#operation = operation;
    this.#requestId = requestId;
    this.#client = client;
    this.#adjustWorkCount = adjustWorkCount;
  }

  /** Id of the key; undefined until the request is authenticated. */
  get keyId(): string | undefined {
    return this.#key?.id;
  }

  /** Milliseconds that engines have worked for the request. */
  get workedMs(): number {
    return this.#workedMs;
  }

  setKey(key: KeyRecord): void {
    this.#key = key;
  }

  /** Ends a step, which began when the previous one ended. */
  endStep(name: string): void {
    const now = performance.now();
    this.#steps.push(name);
    this.#stepsMs.push(now - this.#stepStartedAt);
    this.#stepStartedAt = now;
  }

  queued(): void {
    this.#adjustWorkCount(this.#operation, 'waiting', 1);
  }

  started(waitedMs: number): void {
    this.#adjustWorkCount(this.#operation, 'waiting', -1);
    this.#adjustWorkCount(this.#operation, 'running', 1);
    this.#waitedMs += waitedMs;
  }

  finished(workedMs: number): void {
    this.#adjustWorkCount(this.#operation, 'running', -1);
    this.#workedMs += workedMs;
  }

  /** @param cause The error behind a 5xx. */
  toRecord(status: number, code?: string, cause?: unknown): RequestRecord {
    const durationMs = performance.now() - this.#startedAt;
    return {
      requestId: this.#requestId,
      client: this.#client,
      operation: this.#operation,
      status,
      code,
      keyId: this.#key?.id,
      accountId: this.#key?.accountId,
      jobId: this.jobId,
      creditsUsed: this.creditsUsed,
      creditsRemaining: this.creditsRemaining,
      replayed: this.replayed,
      isDryRun: this.isDryRun,
      rate: this.rate,
      waitedMs: this.#waitedMs,
      workedMs: this.#workedMs,
      durationMs,
      timing: formatServerTiming(this.#steps, this.#stepsMs, durationMs),
      cause,
    };
  }
}
