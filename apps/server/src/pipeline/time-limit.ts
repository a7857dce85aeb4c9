import type { WorkObserver } from '@quern/runtime/scheduling/work-observer';

/**
 * Limits how long a request takes. Time in which all of its work waits for engines does not count: a busy node serves
 * requests later, but fails none of them.
 */
export class TimeLimit implements WorkObserver {
  readonly #onExceeded: () => void;
  readonly #observer: WorkObserver;
  #remainingMs: number;
  #waiting = 0;
  #running = 0;
  /** Undefined while time does not count. */
  #countedSince: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  /**
   * @param limitMs milliseconds
   * @param onExceeded called once, when the time has passed
   * @param observer notified of the work as well
   */
  constructor(limitMs: number, onExceeded: () => void, observer: WorkObserver) {
    this.#remainingMs = limitMs;
    this.#onExceeded = onExceeded;
    this.#observer = observer;
    this.#update();
  }

  queued(): void {
    this.#observer.queued();
    this.#change(1, 0);
  }

  started(waitedMs: number): void {
    this.#observer.started(waitedMs);
    this.#change(-1, 1);
  }

  paused(): void {
    this.#observer.paused?.();
    this.#change(1, -1);
  }

  resumed(): void {
    this.#observer.resumed?.();
    this.#change(-1, 1);
  }

  finished(workedMs: number): void {
    this.#observer.finished(workedMs);
    this.#change(0, -1);
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
    const counts = !this.#isStopped && (this.#waiting === 0 || this.#running > 0);
    if (counts === (this.#countedSince !== undefined)) return;
    const now = performance.now();
    if (this.#countedSince !== undefined) this.#remainingMs -= now - this.#countedSince;
    this.#countedSince = counts ? now : undefined;
    clearTimeout(this.#timer);
    if (!counts) return;
    this.#timer = setTimeout(
      () => {
        this.stop();
        this.#onExceeded();
      },
      Math.max(0, this.#remainingMs),
    );
  }
}
