import type { OperationContext } from '../define-operation.ts';

/** Time between two reports, each of which is stored as an event, ms. */
const intervalMs = 1000;

/** Reports how many pages a crawl has returned. */
export class CrawlProgress {
  readonly #report: OperationContext['progress'];
  readonly #limit: number;
  #fraction = 0;
  #message = '';
  #reportedAtMs = Number.NEGATIVE_INFINITY;

  /** @param limit maximum number of pages to return */
  constructor(report: OperationContext['progress'], limit: number) {
    this.#report = report;
    this.#limit = limit;
  }

  /** Reports the progress if it has changed, and the last report is long enough ago. */
  update(returned: number, found: number): void {
    const total = Math.min(this.#limit, found);
    // More pages may be found: neither does the fraction decrease, nor is it 1 before the end.
    this.#fraction = Math.max(this.#fraction, Math.min(0.99, returned / Math.max(1, total)));
    const message = `${returned} pages returned, ${Math.max(0, total - returned)} to come`;
    if (message === this.#message || performance.now() - this.#reportedAtMs < intervalMs) return;
    this.#report(this.#fraction, message);
    this.#message = message;
    this.#reportedAtMs = performance.now();
  }
}
