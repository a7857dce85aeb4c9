import { ServiceError } from '../errors/service-error.ts';
import { StorageUnavailableError } from '../storage/driver/storage-unavailable-error.ts';
import type { Job } from '../storage/jobs/job.ts';
import type { JobStore } from '../storage/jobs/job-store.ts';
import type { NodeRepository } from '../storage/repositories/nodes.ts';

/** Dependencies of a pool. */
export interface WorkerPoolOptions {
  readonly jobs: Pick<JobStore, 'findAwaited' | 'onEnded'>;
  readonly nodes: Pick<NodeRepository, 'countWorkers'>;
  /** The node that waits. */
  readonly nodeId: string;
  /** A job that no worker has started after this time is not waited for, ms. */
  readonly queueTimeMs: number;
  /** Cancels a job once the database accepts it. */
  readonly scheduleCancellation: (jobId: string, accountId: string) => void;
  /** How often waiting jobs are looked at, since a notification may be lost, ms; default 500. */
  readonly intervalMs?: number;
  /** A monotonic clock, ms. */
  readonly monotonicNow?: () => number;
}

/** How a job is waited for. */
export interface AwaitOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number, message?: string) => void;
}

/** How long the number of workers is remembered, ms. */
const countedForMs = 1000;

/** The nodes that run jobs, as seen by a node that hands requests over to them. */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #monotonicNow: () => number;
  /** Functions that wake the request that waits for a job. */
  readonly #waiting = new Map<string, () => void>();
  #stopListening: (() => void) | undefined;
  #counted: { readonly atMs: number; readonly count: Promise<number> } | undefined;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#monotonicNow = options.monotonicNow ?? (() => performance.now());
  }

  /** Whether a node is registered that runs jobs. False if that cannot be found out. */
  async isAvailable(): Promise<boolean> {
    const now = this.#monotonicNow();
    if (this.#counted === undefined || now - this.#counted.atMs > countedForMs) {
      const count = this.#options.nodes.countWorkers().catch(() => 0);
      this.#counted = { atMs: now, count };
    }
    return (await this.#counted.count) > 0;
  }

  /** Cancels a job later, which then costs nothing: the database could not cancel it, or may still add it. */
  cancelLater(id: string, accountId: string): void {
    this.#options.scheduleCancellation(id, accountId);
  }

  /**
   * Waits until a job has ended. A database that is unavailable meanwhile does not end the wait, since the job goes on.
   *
   * @returns undefined if no worker is left that could start it
   * @throws {ServiceError} `overloaded` if no worker has started it in time, or it is gone
   * @throws the reason of the signal
   */
  async waitFor(id: string, { signal, onProgress }: AwaitOptions): Promise<Job | undefined> {
    const { jobs, nodeId, queueTimeMs } = this.#options;
    this.#stopListening ??= jobs.onEnded((ended) => this.#wake(ended));
    const startedMs = this.#monotonicNow();
    let progress = 0;
    try {
      for (;;) {
        // Before the look: an end that is announced during it must not be missed.
        const change = this.#nextChange(id, signal);
        const job = await jobs.findAwaited(id, nodeId).catch(unknownIfUnavailable);
        signal.throwIfAborted();
        if (job !== unknown) {
          if (job === undefined || job.status === 'canceled') throw lost();
          if (job.finishedAt !== null) return job;
          if (job.progress > progress) onProgress(job.progress, job.progressMessage ?? undefined);
          progress = Math.max(progress, job.progress);
          if (job.status === 'queued') {
            if (!(await this.isAvailable())) return undefined;
            if (this.#monotonicNow() - startedMs > queueTimeMs) throw busy(queueTimeMs);
          }
        }
        await change;
        signal.throwIfAborted();
      }
    } finally {
      this.#waiting.get(id)?.();
      this.#waiting.delete(id);
    }
  }

  #wake(id: string | undefined): void {
    if (id !== undefined) this.#waiting.get(id)?.();
    else for (const wake of this.#waiting.values()) wake();
  }

  /** Resolves when the job has ended, the signal is aborted, or it is time for another look. */
  #nextChange(id: string, signal: AbortSignal): Promise<void> {
    const { intervalMs = 500 } = this.#options;
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, intervalMs);
      signal.addEventListener('abort', end, { once: true });
      this.#waiting.set(id, end);
    });
  }
}

/** A job whose state cannot be read now. */
const unknown = Symbol('unknown');

function unknownIfUnavailable(error: unknown): typeof unknown {
  if (error instanceof StorageUnavailableError) return unknown;
  throw error;
}

const lost = (): ServiceError =>
  new ServiceError('overloaded', 'this request was considered lost before it ended; try again', {
    retryAfterSeconds: 1,
  });

const busy = (queueTimeMs: number): ServiceError =>
  new ServiceError('overloaded', `no worker could start this request within ${queueTimeMs / 1000} s`, {
    retryAfterSeconds: 5,
  });
