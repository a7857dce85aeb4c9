/** Cancellation and scheduling of `readDocument` and `readDocuments`. */
export interface ReadDocumentOptions {
  readonly signal?: AbortSignal | undefined;
  /** Yield point, awaited between pages and about every 20 ms within long ones. */
  readonly yieldIfDue?: (() => Promise<void> | undefined) | undefined;
}
