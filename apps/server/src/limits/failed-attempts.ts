const windowMs = 60_000;
/** Client addresses counted at a time; beyond it, the oldest window is dropped. */
const addressesMax = 10_000;

interface Window {
  readonly startedAtMs: number;
  readonly failures: number;
}

/** Counts failed attempts by client address in one-minute windows, each of which starts with its first failure. */
export class FailedAttempts {
  readonly #max: number;
  readonly #monotonicNow: () => number;
  readonly #windows = new Map<string, Window>();

  /**
   * @param max Failures that an address may have in a window.
   * @param monotonicNow A monotonic clock in milliseconds.
   */
  constructor(max: number, monotonicNow: () => number = () => performance.now()) {
    this.#max = max;
    this.#monotonicNow = monotonicNow;
  }

  /** Returns the seconds until the address may try again; 0 if it may try now. */
  retryAfterSeconds(address: string): number {
    const window = this.#current(address);
    if (window === undefined || window.failures < this.#max) return 0;
    return Math.max(1, Math.ceil((window.startedAtMs + windowMs - this.#monotonicNow()) / 1000));
  }

  /** Counts a failure of the address. */
  record(address: string): void {
    const window = this.#current(address) ?? { startedAtMs: this.#monotonicNow(), failures: 0 };
    this.#windows.set(address, { ...window, failures: window.failures + 1 });
    const oldest = this.#windows.keys().next().value;
    if (this.#windows.size > addressesMax && oldest !== undefined) this.#windows.delete(oldest);
  }

  #current(address: string): Window | undefined {
    const window = this.#windows.get(address);
    if (window === undefined || this.#monotonicNow() - window.startedAtMs < windowMs) return window;
    this.#windows.delete(address);
    return undefined;
  }
}
