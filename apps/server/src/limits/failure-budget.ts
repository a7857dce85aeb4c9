import { ServiceError } from '../errors/service-error.ts';

/** Milliseconds of computation that a key's failed requests may use in a minute. */
const budgetMs = 30_000;
const windowMs = 60_000;

interface Bucket {
  /** Milliseconds left. */
  left: number;
  /** By the monotonic clock. */
  refilledAt: number;
}

/**
 * Failed requests cost no credits, but the time they took counts: a token bucket for each key, refilled within a minute,
 * so that errors cannot be used as free computation.
 */
export class FailureBudget {
  readonly #buckets = new Map<string, Bucket>();
  readonly #monotonicMs: () => number;

  /** @param monotonicMs a clock in milliseconds that never goes back */
  constructor(monotonicMs: () => number = () => performance.now()) {
    this.#monotonicMs = monotonicMs;
  }

  /** @throws ServiceError `failure_budget_used` when the key's failures have used up their time */
  requireRemaining(keyId: string): void {
    const bucket = this.#buckets.get(keyId);
    if (bucket === undefined) return;
    this.#refill(bucket);
    if (bucket.left >= budgetMs) this.#buckets.delete(keyId);
    if (bucket.left > 0) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((-bucket.left / budgetMs) * (windowMs / 1000)));
    throw new ServiceError(
      'failure_budget_used',
      `failed requests of this key took more than ${budgetMs / 1000} s of computation in a minute; try again in ${retryAfterSeconds} s`,
      { retryAfterSeconds },
    );
  }

  /** Counts a failed request. @param workedMs the computation it took */
  spend(keyId: string, workedMs: number): void {
    if (workedMs <= 0) return;
    let bucket = this.#buckets.get(keyId);
    if (bucket === undefined) {
      bucket = { left: budgetMs, refilledAt: this.#monotonicMs() };
      this.#buckets.set(keyId, bucket);
    }
    this.#refill(bucket);
    // The debt ends within a minute, however much a single request took.
    bucket.left = Math.max(-budgetMs, bucket.left - workedMs);
  }

  #refill(bucket: Bucket): void {
    const now = this.#monotonicMs();
    bucket.left = Math.min(budgetMs, bucket.left + ((now - bucket.refilledAt) * budgetMs) / windowMs);
    bucket.refilledAt = now;
  }
}
