const windowMs = 60_000;
/** Addresses counted at a time; when more fail within a minute, the oldest are forgotten. */
const addressesMax = 10_000;

interface Window {
  readonly startedAtMs: number;
  readonly failures: number;
}

/** Counts failed attempts for each client address in windows of a minute, by the monotonic clock. */
export class FailedAttempts {
  readonly #max: number;
  readonly #windows = new Map<string, Window>();

  /** @param max Failures that an address may have in a minute. */
  constructor(max: number) {
    this.#max = max;
  }

  /** Seconds until the address may try again; 0 when it may now. */
  retryAfterSeconds(address: string): number {
    const window = this.#current(address);
    if (window === undefined || window.failures < this.#max) return 0;
    return Math.max(1, Math.ceil((window.startedAtMs + windowMs - performance.now()) / 1000));
  }

  record(address: string): void {
    const window = this.#current(address) ?? { startedAtMs: performance.now(), failures: 0 };
    this.#windows.set(address, { ...window, failures: window.failures + 1 });
    const oldest = this.#windows.keys().next().value;
    if (this.#windows.size > addressesMax && oldest !== undefined) this.#windows.delete(oldest);
  }

  #current(address: string): Window | undefined {
    const window = this.#windows.get(address);
    if (window === undefined || performance.now() - window.startedAtMs < windowMs) return window;
    this.#windows.delete(address);
    return undefined;
  }
}
