import { ServiceError } from '../errors/service-error.ts';

/** Milliseconds of computation that a key's failed requests may use per window. */
const budgetMs = 30_000;
const windowMs = 60_000;

interface Bucket {
  /** Negative: debt. */
  remainingMs: number;
  /** By the monotonic clock. */
  refilledAt: number;
}

/**
 * Failed requests cost no credits, but their computation counts: a token bucket per key, refilled within a minute, so
 * that errors cannot be used as free computation.
 */
export class FailureBudget {
  readonly #buckets = new Map<string, Bucket>();
  readonly #monotonicNow: () => number;

  /** @param monotonicNow A monotonic clock in milliseconds. */
  constructor(monotonicNow: () => number = () => performance.now()) {
    this.#monotonicNow = monotonicNow;
  }

  /** Checks that a key has budget. @throws {ServiceError} `failure_budget_used` if its failures have used it up */
  requireRemaining(keyId: string): void {
    const bucket = this.#buckets.get(keyId);
    if (bucket === undefined) return;
    this.#refill(bucket);
    if (bucket.remainingMs >= budgetMs) this.#buckets.delete(keyId);
    if (bucket.remainingMs > 0) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((-bucket.remainingMs / budgetMs) * (windowMs / 1000)));
    throw new ServiceError(
      'failure_budget_used',
      `failed requests of this key took more than ${budgetMs / 1000} s of computation in a minute; try again in ${retryAfterSeconds} s`,
      { retryAfterSeconds },
    );
  }

  /** Counts a failed request. @param workedMs milliseconds of computation that it took */
  spend(keyId: string, workedMs: number): void {
    if (workedMs <= 0) return;
    let bucket = this.#buckets.get(keyId);
    if (bucket === undefined) {
      bucket = { remainingMs: budgetMs, refilledAt: this.#monotonicNow() };
      this.#buckets.set(keyId, bucket);
    }
    this.#refill(bucket);
    // Bounded, so that the debt ends within a minute however much one request took.
    bucket.remainingMs = Math.max(-budgetMs, bucket.remainingMs - workedMs);
  }

  #refill(bucket: Bucket): void {
    const now = this.#monotonicNow();
    const refilledMs = ((now - bucket.refilledAt) * budgetMs) / windowMs;
    bucket.remainingMs = Math.min(budgetMs, bucket.remainingMs + refilledMs);
    bucket.refilledAt = now;
  }
}
