import { BackgroundLoop } from '../cluster/background-loop.ts';
import type { BatchStore } from '../storage/batches/batch-store.ts';
import type { CrawlStore } from '../storage/crawls/crawl-store.ts';

/** The parts of a feeder. */
export interface BatchFeederOptions {
  readonly batches: BatchStore;
  readonly crawls: Pick<CrawlStore, 'endAbandoned'>;
  /** How long an ended batch and its results are kept, ms. */
  readonly retentionMs: number;
  /** Returns milliseconds since the epoch. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Requests of a batch that are in the queue at the same time. */
const queuedMax = 1000;
const intervalMs = 250;

/** Queues the requests of running batches as earlier ones are run, and ends the batches and abandoned crawls. */
export class BatchFeeder {
  readonly #options: BatchFeederOptions;
  #loop: BackgroundLoop | undefined;

  constructor(options: BatchFeederOptions) {
    this.#options = options;
  }

  /** Starts to queue requests. */
  start(): void {
    const { batches, crawls, retentionMs, now, onError } = this.#options;
    const work = async (): Promise<void> => {
      const end = { now: now(), expiresAt: now() + retentionMs };
      await batches.feed(queuedMax);
      await batches.endCompleted(end);
      // Otherwise a node that dies while it cancels a crawl would leave pages that are requested and charged.
      await crawls.endAbandoned(end);
    };
    this.#loop = new BackgroundLoop({ work, intervalMs, onError });
  }

  /** Waits for work that is in progress. */
  async stop(): Promise<void> {
    await this.#loop?.stop();
  }
}
