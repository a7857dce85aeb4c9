/** Who asks for work, and who wants to know what became of it. */
export interface WorkCaller {
  /** Whose share of the machine the work uses, such as the id of an API key. */
  readonly flow: string;
  readonly observer?: WorkObserver | undefined;
}

/** Notified of each piece of work: always `waiting`, `started`, `finished`, in this order. */
export interface WorkObserver {
  queued(): void;
  /** @param waitedMs milliseconds in the queue */
  started(waitedMs: number): void;
  /** @param workedMs milliseconds of a thread that it used; 0 for work that left the queue without being done */
  finished(workedMs: number): void;
}
