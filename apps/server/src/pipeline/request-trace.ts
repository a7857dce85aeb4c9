import type { WorkObserver } from '@quern/runtime/scheduling/work-observer';
import type { RateLimitState } from '../limits/rate-limiter.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';
import type { PipelineContext, RequestOrigin, RequestRecord } from './pipeline-context.ts';

/** Gathers what one run leaves behind: its steps' times, its key, its credits. */
export class RequestTrace implements WorkObserver {
  creditsUsed = 0;
  creditsRemaining: number | undefined;
  replayed = false;
  rate: RateLimitState | undefined;
  readonly #operation: string;
  readonly #requestId: string;
  readonly #client: string;
  readonly #steps: Array<readonly [string, number]> = [];
  readonly #startedAt = performance.now();
  #steppedAt = this.#startedAt;
  #key: KeyRecord | undefined;
  #waitedMs = 0;
  #workedMs = 0;
  readonly #countWaiting: PipelineContext['adjustWaitingCount'];

  constructor(
    operation: string,
    { requestId, client }: RequestOrigin,
    countWaiting: PipelineContext['adjustWaitingCount'],
  ) {
    this.#countWaiting = countWaiting;
    this.#operation = operation;
    this.#client = client;
    this.#requestId = requestId;
  }

  setKey(key: KeyRecord): void {
    this.#key = key;
  }

  /** Ends a step that began when the last one ended. */
  endStep(name: string): void {
    const now = performance.now();
    this.#steps.push([name, now - this.#steppedAt]);
    this.#steppedAt = now;
  }

  get keyId(): string | undefined {
    return this.#key?.id;
  }

  get workedMs(): number {
    return this.#workedMs;
  }

  queued(): void {
    this.#countWaiting(this.#operation, 1);
  }

  started(waitedMs: number): void {
    this.#countWaiting(this.#operation, -1);
    this.#waitedMs += waitedMs;
  }

  finished(workedMs: number): void {
    this.#workedMs += workedMs;
  }

  toRecord(status: number, code?: string, fault?: unknown): RequestRecord {
    return {
      requestId: this.#requestId,
      client: this.#client,
      operation: this.#operation,
      status,
      code,
      keyId: this.#key?.id,
      accountId: this.#key?.accountId,
      creditsUsed: this.creditsUsed,
      creditsRemaining: this.creditsRemaining,
      replayed: this.replayed,
      rate: this.rate,
      steps: this.#steps,
      waitedMs: this.#waitedMs,
      workedMs: this.#workedMs,
      durationMs: performance.now() - this.#startedAt,
      cause: fault,
    };
  }
}
