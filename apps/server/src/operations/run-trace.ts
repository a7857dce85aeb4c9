import type { RateState } from '../limits/rate-limiter.ts';
import type { KeyRecord } from '../storage/tables/keys.ts';
import type { RunRecord } from './run-context.ts';

/** Gathers what one run leaves behind: its steps' times, its key, its credits. */
export class RunTrace {
  creditsUsed = 0;
  creditsRemaining: number | undefined;
  replayed = false;
  rate: RateState | undefined;
  readonly #operation: string;
  readonly #requestId: string;
  readonly #client: string;
  readonly #steps: Array<readonly [string, number]> = [];
  readonly #startedAt = performance.now();
  #steppedAt = this.#startedAt;
  #key: KeyRecord | undefined;

  constructor(operation: string, requestId: string, client: string) {
    this.#operation = operation;
    this.#client = client;
    this.#requestId = requestId;
  }

  identify(key: KeyRecord): void {
    this.#key = key;
  }

  /** Ends a step that began when the last one ended. */
  step(name: string): void {
    const now = performance.now();
    this.#steps.push([name, now - this.#steppedAt]);
    this.#steppedAt = now;
  }

  finish(status: number, code?: string, fault?: unknown): RunRecord {
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
      durationMs: performance.now() - this.#startedAt,
      fault,
    };
  }
}
