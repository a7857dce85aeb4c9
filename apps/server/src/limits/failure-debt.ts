/** Milliseconds of computation that a key's failed requests may use per window. */
const allowanceMs = 30_000;
const windowMs = 60_000;

interface Bucket {
  /** Negative: debt. */
  remainingMs: number;
  /** By the monotonic clock. */
  refilledAt: number;
}

/**
 * Failed requests cost no credits, but their computation counts: a token bucket per key, refilled within a minute. A key
 * whose failures exceed it is in debt, and served after all others meanwhile, so that errors are no free computation
 * while others need it.
 */
export class FailureDebt {
  readonly #buckets = new Map<string, Bucket>();
  readonly #isLimitedPerKey: boolean;
  readonly #monotonicNow: () => number;

  /**
   * @param isLimitedPerKey whether failures of a key have any consequence
   * @param monotonicNow A monotonic clock in milliseconds.
   */
  constructor(isLimitedPerKey = true, monotonicNow: () => number = () => performance.now()) {
    this.#isLimitedPerKey = isLimitedPerKey;
    this.#monotonicNow = monotonicNow;
  }

  /** Whether a key's failures have used more than its allowance. */
  isInDebt(keyId: string): boolean {
    const bucket = this.#buckets.get(keyId);
    if (bucket === undefined) return false;
    this.#refill(bucket);
    if (bucket.remainingMs >= allowanceMs) this.#buckets.delete(keyId);
    return bucket.remainingMs <= 0;
  }

  /** Counts a failed request. @param workedMs milliseconds of computation that it took */
  add(keyId: string, workedMs: number): void {
    if (workedMs <= 0 || !this.#isLimitedPerKey) return;
    let bucket = this.#buckets.get(keyId);
    if (bucket === undefined) {
      bucket = { remainingMs: allowanceMs, refilledAt: this.#monotonicNow() };
      this.#buckets.set(keyId, bucket);
    }
    this.#refill(bucket);
    // Bounded, so that the debt ends within a minute however much one request took.
    bucket.remainingMs = Math.max(-allowanceMs, bucket.remainingMs - workedMs);
  }

  #refill(bucket: Bucket): void {
    const now = this.#monotonicNow();
    const refilledMs = ((now - bucket.refilledAt) * allowanceMs) / windowMs;
    bucket.remainingMs = Math.min(allowanceMs, bucket.remainingMs + refilledMs);
    bucket.refilledAt = now;
  }
}
