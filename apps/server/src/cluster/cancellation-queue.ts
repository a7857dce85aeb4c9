import type { JobStore } from '../storage/jobs/job-store.ts';

/**
 * How often the cancellation of a job is attempted that does not exist: if the connection was lost while it was added, it
 * may still appear. At two attempts per second, that is half a minute.
 */
const attemptsMax = 60;

interface PendingCancellation {
  readonly accountId: string;
  readonly attempts: number;
}

/**
 * Jobs for which no request waits any more, and whose cancellation the database did not accept at once. They are canceled
 * later, so that they are not charged.
 */
export class CancellationQueue {
  readonly #jobs: Pick<JobStore, 'cancel'>;
  readonly #now: () => number;
  /** By the id of the job. */
  readonly #pending = new Map<string, PendingCancellation>();

  /** @param now Returns milliseconds since the epoch. */
  constructor(jobs: Pick<JobStore, 'cancel'>, now: () => number) {
    this.#jobs = jobs;
    this.#now = now;
  }

  /** Jobs that are not canceled yet. */
  get size(): number {
    return this.#pending.size;
  }

  /** Adds a job. */
  schedule(jobId: string, accountId: string): void {
    this.#pending.set(jobId, { accountId, attempts: attemptsMax });
  }

  /** Attempts each pending cancellation once. @throws the error of the database, with the remaining ones still pending */
  async process(): Promise<void> {
    for (const [jobId, { accountId, attempts }] of this.#pending) {
      const now = this.#now();
      const status = await this.#jobs.cancel(jobId, accountId, { now, expiresAt: now });
      if (status !== undefined || attempts <= 1) this.#pending.delete(jobId);
      else this.#pending.set(jobId, { accountId, attempts: attempts - 1 });
    }
  }
}
