import { Semaphore } from '@quern/runtime/scheduling/semaphore';

/** Outcome of a request, as far as it concerns the host. */
export type RequestOutcome = 'success' | 'failure' | 'rate_limited';

interface HostState {
  readonly slots: Semaphore;
  /** Requests at the same time, unless the host has a delay. */
  concurrency: number;
  consecutiveFailures: number;
  isDisabled: boolean;
  /** Delay between the starts of two requests, from robots.txt. */
  delayMs: number;
  /** No request starts before this time, on the throttle's clock. */
  notBeforeMs: number;
}

const concurrencyMax = 8;
/** Consecutive failures without consequences. */
const toleratedFailures = 2;
/** Consecutive failures after which a host is considered down. */
const failuresMax = 16;
const backOffMs = 200;
const backOffMaxMs = 2000;

/**
 * Limits the requests to each host: at most eight at the same time, one at a time with the delay that its robots.txt
 * asks for, fewer after failures, and none after a rate limit or 16 consecutive failures.
 */
export class HostThrottle {
  readonly #hosts = new Map<string, HostState>();
  readonly #now: () => number;
  readonly #signal: AbortSignal;

  /**
   * @param now a monotonic clock in milliseconds
   * @param signal ends the waiting of calls without a signal
   */
  constructor(now: () => number, signal: AbortSignal) {
    this.#now = now;
    this.#signal = signal;
  }

  /**
   * Runs `work` when the host has a free slot and its delay has passed. When `signal` is aborted, `work` runs at once:
   * it is expected to use the same signal and to fail without a request.
   */
  async run<Result>(
    host: string,
    work: () => Promise<Result>,
    signal: AbortSignal = this.#signal,
  ): Promise<Result> {
    const state = this.#stateOf(host);
    const hasSlot = await state.slots.acquire(signal).then(
      () => true,
      () => false,
    );
    try {
      if (hasSlot) await this.#waitForDelay(state, signal);
      return await work();
    } finally {
      if (hasSlot) state.slots.release();
    }
  }

  /** Sets the delay between the starts of two requests to the host, which are then sent one at a time. */
  setDelay(host: string, delayMs: number): void {
    const state = this.#stateOf(host);
    state.delayMs = delayMs;
    resizeSlots(state);
  }

  /** Pauses the requests to the host (429, 503). */
  pause(host: string, pauseMs: number): void {
    this.#pause(this.#stateOf(host), pauseMs);
  }

  /** Adapts the rate to the outcome of a request: failures reduce it, success restores it. */
  reportOutcome(host: string, outcome: RequestOutcome): void {
    const state = this.#stateOf(host);
    if (outcome === 'success') {
      state.consecutiveFailures = 0;
      state.concurrency = Math.min(concurrencyMax, state.concurrency + 1);
      resizeSlots(state);
      return;
    }
    state.consecutiveFailures++;
    if (outcome === 'rate_limited' || state.consecutiveFailures >= failuresMax) state.isDisabled = true;
    const excess = state.consecutiveFailures - toleratedFailures;
    if (excess <= 0) return;
    state.concurrency = Math.max(1, Math.floor(state.concurrency / 2));
    resizeSlots(state);
    this.#pause(state, Math.min(backOffMaxMs, backOffMs * 2 ** (excess - 1)));
  }

  /** Whether the host must not be requested any more. */
  isDisabled(host: string): boolean {
    return this.#stateOf(host).isDisabled;
  }

  #stateOf(host: string): HostState {
    let state = this.#hosts.get(host);
    if (state === undefined) {
      state = {
        slots: new Semaphore(concurrencyMax),
        concurrency: concurrencyMax,
        consecutiveFailures: 0,
        isDisabled: false,
        delayMs: 0,
        notBeforeMs: 0,
      };
      this.#hosts.set(host, state);
    }
    return state;
  }

  async #waitForDelay(state: HostState, signal: AbortSignal): Promise<void> {
    // A pause may be extended while this waits.
    while (!signal.aborted) {
      const waitMs = state.notBeforeMs - this.#now();
      if (waitMs <= 0) break;
      await sleep(waitMs, signal);
    }
    // An aborted call sends nothing, so the next request need not wait for it.
    if (!signal.aborted) this.#pause(state, state.delayMs);
  }

  #pause(state: HostState, pauseMs: number): void {
    state.notBeforeMs = Math.max(state.notBeforeMs, this.#now() + pauseMs);
  }
}

function resizeSlots(state: HostState): void {
  state.slots.resize(state.delayMs > 0 ? 1 : state.concurrency);
}

/** Waits for a time, or until the signal is aborted. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}
