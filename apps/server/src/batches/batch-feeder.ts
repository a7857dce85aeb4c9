import { BackgroundLoop } from '../cluster/background-loop.ts';
import type { BatchStore } from '../storage/batches/batch-store.ts';

/** The parts of a feeder. */
export interface BatchFeederOptions {
  readonly batches: BatchStore;
  /** How long an ended batch and its results are kept, ms. */
  readonly retentionMs: number;
  /** Returns milliseconds since the epoch. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Requests of a batch that are in the queue at the same time. */
const queuedMax = 1000;
const intervalMs = 250;

/** Queues the requests of running batches as earlier ones are run, and ends the batches. */
export class BatchFeeder {
  readonly #options: BatchFeederOptions;
  #loop: BackgroundLoop | undefined;

  constructor(options: BatchFeederOptions) {
    this.#options = options;
  }

  /** Starts to queue requests. */
  start(): void {
    const { batches, retentionMs, now, onError } = this.#options;
    const work = async (): Promise<void> => {
      await batches.feed(queuedMax);
      await batches.endCompleted({ now: now(), expiresAt: now() + retentionMs });
    };
    this.#loop = new BackgroundLoop({ work, intervalMs, onError });
  }

  /** Waits for work that is in progress. */
  async stop(): Promise<void> {
    await this.#loop?.stop();
  }
}
