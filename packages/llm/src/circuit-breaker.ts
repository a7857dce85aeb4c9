import { LlmError } from './llm-error.ts';

/** Limits of a `CircuitBreaker`. */
export interface CircuitBreakerOptions {
  /** Returns a monotonic time in milliseconds. */
  readonly now: () => number;
  /** Failures in a row that open the circuit. */
  readonly failuresMax: number;
  /** Time that the circuit is open at first, ms. It doubles after each failed probe. */
  readonly openMs: number;
  /** Longest time that the circuit is open, ms. */
  readonly openMsMax: number;
}

/** Outcome of a call: `ignored` if it proves nothing about the endpoint, such as one that the caller canceled. */
export type CallOutcome = 'succeeded' | 'failed' | 'ignored';

/**
 * Rejects calls to an endpoint that has failed repeatedly, so that callers do not wait for it. After a while one call is
 * let through as a probe (half-open); its success closes the circuit. (M. Nygard, Release It!, chapter 5.)
 */
export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  #failures = 0;
  #openUntil: number | undefined;
  #openMs: number;
  #isProbing = false;

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
    this.#openMs = options.openMs;
  }

  get state(): 'closed' | 'open' | 'half-open' {
    if (this.#openUntil === undefined) return 'closed';
    return this.#options.now() < this.#openUntil ? 'open' : 'half-open';
  }

  /**
   * Admits a call. The caller must call the returned function once, with the call's outcome.
   *
   * @throws LlmError `unavailable` while the circuit is open or a probe is running
   */
  enter(): (outcome: CallOutcome) => void {
    const { state } = this;
    if (state === 'open' || (state === 'half-open' && this.#isProbing)) {
      throw new LlmError(
        'unavailable',
        'The language model failed repeatedly, so no request is sent for a while.',
      );
    }
    const isProbe = state === 'half-open';
    if (isProbe) this.#isProbing = true;
    return (outcome) => {
      if (isProbe) this.#isProbing = false;
      if (outcome === 'succeeded') this.#close();
      else if (outcome === 'failed') this.#recordFailure(isProbe);
    };
  }

  #close(): void {
    this.#failures = 0;
    this.#openUntil = undefined;
    this.#openMs = this.#options.openMs;
  }

  #recordFailure(isProbe: boolean): void {
    this.#failures += 1;
    if (isProbe) this.#openMs = Math.min(this.#openMs * 2, this.#options.openMsMax);
    // A call that started before the circuit opened does not extend it.
    else if (this.#openUntil !== undefined || this.#failures < this.#options.failuresMax) return;
    this.#openUntil = this.#options.now() + this.#openMs;
  }
}
