import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../errors/service-error.ts';
import type { Job, JobClaim, JobPage } from '../storage/jobs/job.ts';
import type { JobProgress, JobStore } from '../storage/jobs/job-store.ts';

/** Dependencies of running jobs. */
export interface RunningJobContext {
  readonly jobs: Pick<JobStore, 'recordProgress' | 'addPage'>;
  /** Returns milliseconds since the epoch. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** An attempt of a job that this node runs. */
export class RunningJob {
  readonly job: Job;
  readonly controller = new AbortController();
  /** Whether it occupies a slot; false during the pause before another attempt. */
  isWorking = true;
  readonly #jobs: Pick<JobStore, 'recordProgress' | 'addPage'>;
  readonly #now: () => number;
  readonly #onError: (error: unknown) => void;
  #end: 'lost' | 'shutdown' | undefined;
  #latest: JobProgress | undefined;
  /** Completed fraction, 0 to 1. */
  #fraction: number;
  /** Pages that are to be stored. */
  #pages: JobPage[] = [];
  #writing: Promise<void> | undefined;

  constructor(job: Job, { jobs, now, onError }: RunningJobContext) {
    this.job = job;
    this.#fraction = job.progress;
    this.#jobs = jobs;
    this.#now = now;
    this.#onError = onError;
  }

  get claim(): JobClaim {
    const { id, attempt } = this.job;
    return { id, attempt };
  }

  /** Why it was stopped; undefined if it was not. */
  get end(): 'lost' | 'shutdown' | undefined {
    return this.#end;
  }

  /** Stops the attempt because the job was canceled, or claimed again. */
  lose(): void {
    this.#stop('lost', 'the job was canceled, or is run by another attempt');
  }

  /** Stops the attempt because the node shuts down. */
  shutDown(): void {
    this.#stop('shutdown', 'the node shuts down');
  }

  /** Waits. @returns false if the attempt was stopped in the meantime */
  async pause(ms: number): Promise<boolean> {
    const { signal } = this.controller;
    await sleep(ms, undefined, { signal }).catch(() => undefined);
    return !signal.aborted;
  }

  /** Stores the progress. While a write is in progress, only the latest further one is kept. */
  readonly progress = (fraction: number, message?: string): void => {
    this.#fraction = fraction;
    this.#latest = { fraction, message: message ?? null, createdAt: this.#now() };
    this.#startWriting();
  };

  /** Stores why there is no progress; undefined if there may be some again. */
  announce(reason: string | undefined): void {
    this.progress(this.#fraction, reason);
  }

  /** Stores a finished page of the result. */
  readonly publishPage = (page: JobPage): void => {
    this.#pages.push(page);
    this.#startWriting();
  };

  /** Waits until the pages and the latest progress have been stored. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  #startWriting(): void {
    this.#writing ??= this.#write()
      .catch(this.#onError)
      .finally(() => {
        this.#writing = undefined;
      });
  }

  async #write(): Promise<void> {
    while (this.#latest !== undefined || this.#pages.length > 0) {
      const [progress, pages] = [this.#latest, this.#pages];
      this.#latest = undefined;
      this.#pages = [];
      for (const page of pages) await this.#jobs.addPage(this.claim, page);
      if (progress !== undefined) await this.#jobs.recordProgress(this.claim, progress);
    }
  }

  #stop(end: 'lost' | 'shutdown', message: string): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    this.controller.abort(new ServiceError(end === 'lost' ? 'client_gone' : 'draining', message));
  }
}
