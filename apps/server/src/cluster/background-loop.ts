import { setTimeout as sleep } from 'node:timers/promises';

/** Repeated failures of the same work are reported at most this often, ms. */
const reportIntervalMs = 10_000;

/** Work that is repeated in the background. */
export interface BackgroundLoopOptions {
  readonly work: () => Promise<void>;
  /** Pause after each run, ms. */
  readonly intervalMs: number;
  /** Pause after a failed run, ms; by default `intervalMs`. */
  readonly retryMs?: number;
  readonly onError: (error: unknown) => void;
}

/** Repeats work, starting at once, until it is stopped. A failure is reported, and the work is tried again. */
export class BackgroundLoop {
  readonly #options: BackgroundLoopOptions;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;
  #reportedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: BackgroundLoopOptions) {
    this.#options = options;
    this.#ended = this.#repeat();
  }

  /** Ends the loop, and waits for work that is in progress. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
  }

  async #repeat(): Promise<void> {
    const { work, intervalMs, retryMs = intervalMs } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      let pauseMs = intervalMs;
      try {
        await work();
      } catch (error) {
        pauseMs = retryMs;
        this.#report(error);
      }
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  #report(error: unknown): void {
    const now = performance.now();
    if (now - this.#reportedAtMs < reportIntervalMs) return;
    this.#reportedAtMs = now;
    this.#options.onError(error);
  }
}
