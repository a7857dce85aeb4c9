/** The caller of work: whose share it uses, and who observes it. */
export interface WorkCaller {
  /** Key of the share of the machine that the work uses, such as the id of an API key. */
  readonly flow: string;
  readonly observer?: WorkObserver | undefined;
}

/** Notified of each piece of work: always `queued`, `started`, `finished`, in this order. */
export interface WorkObserver {
  queued(): void;
  /** @param waitedMs milliseconds in the queue */
  started(waitedMs: number): void;
  /** @param workedMs milliseconds of thread time; 0 for work that left the queue without being started */
  finished(workedMs: number): void;
}
