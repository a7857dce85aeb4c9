import { setTimeout as sleep } from 'node:timers/promises';
import { BackgroundLoop } from '../cluster/background-loop.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { Operation } from '../operations/define-operation.ts';
import type { JobRun } from '../pipeline/run-job.ts';
import { type Job, type JobPriority, jobPriorities } from '../storage/jobs/job.ts';
import type { JobStore } from '../storage/jobs/job-store.ts';
import { findRepeatedFault, mayRetry } from './job-faults.ts';
import { repeatDuringOutage } from './repeat-during-outage.ts';
import { RunningJob } from './running-job.ts';

/** The parts of a dispatcher. */
export interface JobDispatcherOptions {
  readonly jobs: JobStore;
  readonly operations: readonly Operation[];
  readonly nodeId: string;
  /** Maximum number of jobs that run on this node at the same time. */
  readonly runningMax: number;
  /** How long an ended job and its result are kept, ms. */
  readonly retentionMs: number;
  /** Runs one attempt. @returns its error, undefined if it has ended the job */
  readonly run: (run: JobRun) => Promise<ServiceError | undefined>;
  /** Returns milliseconds since the epoch. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
  /** Pause before the attempt after the first fault, ms; it doubles with each further one. */
  readonly backoffMs?: number;
}

/** How often the claims of running jobs are extended, and jobs that other nodes added are looked for, ms. */
const intervalMs = 500;
const backoffDefaultMs = 1000;
/** Maximum number of running jobs of an operation that takes files, which are in memory while it runs. */
const runningWithFilesMax = 4;
/** Maximum number of running jobs of a coordinator, which wait for the jobs of other operations. */
const coordinatorsMax = 32;
/**
 * Requests of batches are claimed once this share of the slots is free, or at the next interval: one commit for all of them
 * instead of one for each.
 */
const slotsPerClaim = 8;
/** Pause before the end of a job is stored again after a failure, ms. */
const persistRetryMs = 1000;

/** Which waiting jobs to claim. */
interface PriorityClaim {
  readonly priority: JobPriority;
  /** Operations that have waiting jobs of this priority. */
  readonly waiting: ReadonlySet<string>;
  /** Whether single free slots are filled, too. */
  readonly mustFill: boolean;
}

/**
 * Runs the jobs of this node: claims waiting ones when there are free slots, interactive ones first, and ends each of
 * them or returns it to the queue. No operation has more than half of the slots, so that long jobs of one cannot keep
 * those of the others waiting; one that takes files has at most four.
 */
export class JobDispatcher {
  readonly #options: JobDispatcherOptions;
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #running = new Map<string, RunningJob>();
  readonly #runs = new Set<Promise<void>>();
  #stopListening: () => void = () => undefined;
  #loop: BackgroundLoop | undefined;
  /** Rotates the operations, so that none of them is always first. */
  #firstOperation = 0;
  #claiming: Promise<void> | undefined;
  #mustClaimAgain = false;
  /** Whether single free slots are filled, too. */
  #mustFill = false;
  #isStopped = false;

  constructor(options: JobDispatcherOptions) {
    this.#options = options;
    this.#operations = new Map(options.operations.map((operation) => [operation.name, operation]));
  }

  /** Starts to claim jobs. */
  start(): void {
    const { jobs, onError } = this.#options;
    this.#stopListening = jobs.onAvailable(() => this.wake());
    this.#loop = new BackgroundLoop({ work: () => this.#tick(), intervalMs, onError });
  }

  /** Claims waiting jobs as far as there are free slots. */
  wake(): void {
    if (this.#isStopped || this.#loop === undefined) return;
    this.#claim().catch(this.#options.onError);
  }

  /** Stops a job of this node that was canceled, before the next look at all claims. */
  cancel(id: string): void {
    this.#running.get(id)?.lose();
  }

  /** Returns the running jobs to the queue, and waits until all have stopped. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopListening();
    for (const job of this.#running.values()) job.shutDown();
    await this.#loop?.stop();
    // Jobs that are being claimed now start, and stop at once.
    await this.#claiming?.catch(() => undefined);
    while (this.#runs.size > 0) await Promise.allSettled(this.#runs);
  }

  async #tick(): Promise<void> {
    this.#mustFill = true;
    await this.#claim();
    const claims = [...this.#running.values()].map(({ claim }) => claim);
    if (claims.length === 0) return;
    for (const { id } of await this.#options.jobs.extend(claims)) this.#running.get(id)?.lose();
  }

  /** Claims waiting jobs; a call during another one makes that one look again. */
  #claim(): Promise<void> {
    this.#mustClaimAgain = true;
    this.#claiming ??= this.#claimRepeatedly();
    return this.#claiming;
  }

  async #claimRepeatedly(): Promise<void> {
    try {
      while (this.#mustClaimAgain && !this.#isStopped) {
        this.#mustClaimAgain = false;
        const mustFill = this.#mustFill;
        this.#mustFill = false;
        await this.#claimOnce(mustFill);
      }
    } finally {
      this.#claiming = undefined;
    }
  }

  async #claimOnce(mustFill: boolean): Promise<void> {
    if (this.#freeSlots() === 0) return;
    let operations = this.#rotateOperations();
    const waiting = await this.#options.jobs.listWaiting(operations);
    for (const priority of jobPriorities) {
      const ofPriority = new Set(
        waiting.flatMap((kind) => (kind.priority === priority ? kind.operation : [])),
      );
      operations = await this.#claimByPriority(operations, { priority, waiting: ofPriority, mustFill });
    }
  }

  /** @returns The operations without further waiting jobs of this priority, whose jobs of lower ones may start. */
  async #claimByPriority(
    operations: readonly string[],
    { priority, waiting, mustFill }: PriorityClaim,
  ): Promise<string[]> {
    const { jobs, nodeId, now } = this.#options;
    const exhausted = operations.filter((operation) => !waiting.has(operation));
    for (const operation of operations.filter((name) => waiting.has(name))) {
      if (this.#freeSlots() === 0 || this.#isStopped) return [];
      const limit = this.#freeSlots(operation);
      const limitMin = priority === 'batch' && !mustFill ? this.#runningMaxOf(operation) / slotsPerClaim : 1;
      if (limit < limitMin) continue;
      const claimed = await jobs.claim({ operation, priority, limit, nodeId, now: now() });
      for (const job of claimed) this.#start(job);
      if (claimed.length < limit) exhausted.push(operation);
    }
    return exhausted;
  }

  #rotateOperations(): string[] {
    const names = [...this.#operations.keys()];
    this.#firstOperation = (this.#firstOperation + 1) % Math.max(1, names.length);
    return [...names.slice(this.#firstOperation), ...names.slice(0, this.#firstOperation)];
  }

  /** @param operation only the slots that this operation may use; by default all */
  #freeSlots(operation?: string): number {
    if (operation !== undefined && this.#isCoordinator(operation)) return this.#freeCoordinators(operation);
    const working = [...this.#running.values()].filter(
      ({ isWorking, job }) => isWorking && !this.#isCoordinator(job.operation),
    );
    const free = this.#options.runningMax - working.length;
    if (operation === undefined) return free;
    const ofOperation = working.filter(({ job }) => job.operation === operation).length;
    return Math.max(0, Math.min(free, this.#runningMaxOf(operation) - ofOperation));
  }

  #freeCoordinators(operation: string): number {
    const running = [...this.#running.values()].filter(({ job }) => job.operation === operation);
    return Math.max(0, coordinatorsMax - running.length);
  }

  #isCoordinator(operation: string): boolean {
    return this.#operations.get(operation)?.isCoordinator === true;
  }

  #runningMaxOf(name: string): number {
    const half = Math.max(1, Math.ceil(this.#options.runningMax / 2));
    const { consumes, runningJobsMax } = this.#operations.get(name) ?? {};
    const takesFiles = consumes?.includes('multipart/form-data') === true;
    return Math.min(half, runningJobsMax ?? (takesFiles ? runningWithFilesMax : half));
  }

  #start(job: Job): void {
    const run = this.#run(job)
      .catch(this.#options.onError)
      .finally(() => {
        this.#runs.delete(run);
        this.wake();
      });
    this.#runs.add(run);
  }

  async #run(job: Job): Promise<void> {
    const operation = this.#operations.get(job.operation);
    if (operation === undefined) throw new Error(`the job ${job.id} is of an unknown operation`);
    const running = new RunningJob(job, this.#options);
    const { backoffMs = backoffDefaultMs } = this.#options;
    this.#running.set(job.id, running);
    try {
      if (this.#isStopped) running.shutDown();
      const error =
        findRepeatedFault(job) ??
        (await repeatDuringOutage(running, backoffMs, () => this.#attempt(operation, running)));
      await running.flush();
      await this.#persist(() => this.#end(running, error));
      if (job.waiter !== undefined) await this.#options.jobs.announceEnd(job.id);
    } finally {
      this.#running.delete(job.id);
    }
  }

  /** @returns The error of the attempt; undefined if it has ended the job. */
  async #attempt(operation: Operation, { job, controller, progress, publishPage }: RunningJob) {
    const { run, onError } = this.#options;
    try {
      return await run({ operation, job, controller, progress, publishPage });
    } catch (error) {
      onError(error);
      return new ServiceError('internal_error', 'the service failed unexpectedly', { cause: error });
    }
  }

  /** @param error of the attempt; undefined if it has ended the job */
  async #end(running: RunningJob, error: ServiceError | undefined): Promise<void> {
    const { jobs } = this.#options;
    const { claim, job } = running;
    // The last attempt ends with its own error, which says more than that the job was given up.
    const isLast = findRepeatedFault({ ...job, failures: job.failures + 1 }) !== undefined;
    const willRetry = error !== undefined && mayRetry(error) && !isLast && job.waiter === undefined;
    if (willRetry && running.end === undefined) await this.#pause(running);
    if (running.end === 'lost') await jobs.release(claim);
    else if (error === undefined) await jobs.acknowledge(claim);
    else if (running.end === 'shutdown') await jobs.requeue(claim, 'shutdown');
    else if (willRetry) await jobs.requeue(claim, 'fault');
    else await this.#fail(running, error);
  }

  /** Waits before another attempt. In the meantime, the job keeps its claim and frees its slot. */
  async #pause(running: RunningJob): Promise<void> {
    running.isWorking = false;
    this.wake();
    const { backoffMs = backoffDefaultMs } = this.#options;
    await running.pause(backoffMs * 2 ** running.job.failures);
  }

  /**
   * Repeats work while the database is unavailable: a job whose end is not stored would run forever. If the node stops
   * before, the job is recovered by the next one.
   */
  async #persist(work: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        await work();
        return;
      } catch (error) {
        if (this.#isStopped) throw error;
        this.#options.onError(error);
        await sleep(persistRetryMs);
      }
    }
  }

  async #fail(
    { claim, job }: RunningJob,
    { code, message, status, targetStatus, retryAfterSeconds }: ServiceError,
  ): Promise<void> {
    const now = this.#options.now();
    const error = JSON.stringify({
      ...{ error: message, code, status, requestId: job.requestId, targetStatus },
      ...(job.waiter !== undefined && { retryAfterSeconds }),
    });
    await this.#options.jobs.fail(claim, { error, now, expiresAt: now + this.#options.retentionMs });
  }
}
