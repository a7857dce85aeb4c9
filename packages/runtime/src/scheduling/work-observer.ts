/** The caller of work: whose share it uses, and who observes it. */
export interface WorkCaller {
  /** Key of the share of the machine that the work uses, such as the id of an API key. */
  readonly flow: string;
  readonly observer?: WorkObserver | undefined;
  /** Whether the work is, at this time, served after that of all other callers; by default it is not. */
  readonly isDeferred?: (() => boolean) | undefined;
}

/**
 * Notified of each piece of work: always `queued`, `started`, `finished`, in this order. Between the last two, work that
 * gives way to other work is `paused` and `resumed`.
 */
export interface WorkObserver {
  queued(): void;
  /** @param waitedMs milliseconds in the queue */
  started(waitedMs: number): void;
  paused?(): void;
  resumed?(): void;
  /** @param workedMs milliseconds of thread time; 0 for work that left the queue without being started */
  finished(workedMs: number): void;
}
