export interface ReadDocumentOptions {
  readonly signal?: AbortSignal | undefined;
  /** Cooperative yield point: waited for between pages and within long ones, some 20 ms of work apart. */
  readonly yieldIfDue?: (() => Promise<void>) | undefined;
}
