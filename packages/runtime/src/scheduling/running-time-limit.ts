import type { WorkCaller, WorkObserver } from './work-observer.ts';

/**
 * Limits the time during which the tasks of one piece of work run. Time in which all of them wait in queues does not count,
 * so a busy machine rejects nothing. Tasks that run at the same time count once.
 */
export class RunningTimeLimit {
  readonly #limitMs: number;
  readonly #onExceeded: () => void;
  #usedMs = 0;
  #running = 0;
  #runningSince = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  /**
   * @param limitMs milliseconds
   * @param onExceeded called once, when tasks have run for this time
   */
  constructor(limitMs: number, onExceeded: () => void) {
    [this.#limitMs, this.#onExceeded] = [limitMs, onExceeded];
  }

  /** Returns the caller to run the tasks for: with the flow of the given one, whose observer is notified as well. */
  observe({ observer, ...caller }: WorkCaller): WorkCaller {
    // A task that is canceled in the queue is reported as started too, but finishes at once.
    const observing: WorkObserver = {
      queued: () => observer?.queued(),
      started: (waitedMs) => {
        this.#start();
        observer?.started(waitedMs);
      },
      paused: () => {
        this.#finish();
        observer?.paused?.();
      },
      resumed: () => {
        this.#start();
        observer?.resumed?.();
      },
      finished: (workedMs) => {
        this.#finish();
        observer?.finished(workedMs);
      },
    };
    return { ...caller, observer: observing };
  }

  /** Ends the limit: `onExceeded` is not called anymore. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #start(): void {
    this.#running += 1;
    if (this.#running > 1 || this.#isStopped) return;
    this.#runningSince = performance.now();
    this.#timer = setTimeout(() => {
      this.stop();
      this.#onExceeded();
    }, this.#limitMs - this.#usedMs).unref();
  }

  #finish(): void {
    this.#running -= 1;
    if (this.#running > 0) return;
    clearTimeout(this.#timer);
    this.#usedMs += performance.now() - this.#runningSince;
  }
}
