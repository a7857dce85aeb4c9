import type { WorkObserver } from './work-observer.ts';

/** The time of a `TimeLimit`, and how it is counted. */
export interface TimeLimitOptions {
  /** Milliseconds. */
  readonly limitMs: number;
  /** Called once, when the time has passed. */
  readonly onExceeded: () => void;
  /** Whether time counts in which no work is under way, such as while a body is received; it then begins at once. */
  readonly countsIdle: boolean;
  /** Notified of the work as well. */
  readonly observer?: WorkObserver | undefined;
}

/**
 * Limits how long a piece of work takes, as the observer of its tasks. Time in which all of them wait in queues, or have
 * given way to others, does not count: a busy machine is slower, but rejects nothing. Tasks that run at the same time
 * count once.
 */
export class TimeLimit implements WorkObserver {
  readonly #options: TimeLimitOptions;
  #remainingMs: number;
  #waiting = 0;
  #running = 0;
  /** Undefined while time does not count. */
  #countedSince: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: TimeLimitOptions) {
    this.#options = options;
    this.#remainingMs = options.limitMs;
    this.#update();
  }

  queued(): void {
    this.#options.observer?.queued();
    this.#change(1, 0);
  }

  /** A task that is canceled in the queue is reported as started too, but finishes at once. */
  started(waitedMs: number): void {
    this.#change(-1, 1);
    this.#options.observer?.started(waitedMs);
  }

  paused(): void {
    this.#change(1, -1);
    this.#options.observer?.paused?.();
  }

  resumed(): void {
    this.#change(-1, 1);
    this.#options.observer?.resumed?.();
  }

  finished(workedMs: number): void {
    this.#change(0, -1);
    this.#options.observer?.finished(workedMs);
  }

  /** Ends the limit: `onExceeded` is not called anymore. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #change(waiting: number, running: number): void {
    this.#waiting += waiting;
    this.#running += running;
    this.#update();
  }

  #update(): void {
    const isIdle = this.#waiting === 0 && this.#options.countsIdle;
    const counts = !this.#isStopped && (this.#running > 0 || isIdle);
    if (counts === (this.#countedSince !== undefined)) return;
    const now = performance.now();
    if (this.#countedSince !== undefined) this.#remainingMs -= now - this.#countedSince;
    this.#countedSince = counts ? now : undefined;
    clearTimeout(this.#timer);
    if (!counts) return;
    this.#timer = setTimeout(() => {
      this.stop();
      this.#options.onExceeded();
    }, this.#remainingMs).unref();
  }
}
