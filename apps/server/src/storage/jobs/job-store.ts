import type { StoredBody } from '../driver/stored-body.ts';
import type {
  Job,
  JobClaim,
  JobPage,
  JobPriority,
  JobStatus,
  NewJob,
  ProgressEvent,
  StoredJobPage,
} from './job.ts';

/** An operation and a priority that have waiting jobs. */
export interface WaitingKind {
  readonly operation: string;
  readonly priority: JobPriority;
}

/** Number of waiting jobs of an operation and a priority. */
export interface WaitingCount extends WaitingKind {
  readonly count: number;
}

/** Which waiting jobs to claim. */
export interface ClaimRequest {
  readonly operation: string;
  readonly priority: JobPriority;
  /** Maximum number of jobs. */
  readonly limit: number;
  readonly nodeId: string;
  readonly now: number;
}

/** Failed jobs to run again. */
export interface ReplayFilter {
  readonly accountId: string;
  readonly operations?: readonly string[] | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** Only jobs that were submitted in this period, ms since the epoch, the end excluded. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Only jobs that had failed at this time. */
  readonly failedUntil?: number | undefined;
  /** Maximum number of jobs. */
  readonly limit: number;
}

/** A job to put into the queue. */
export type EnqueuedJob = Pick<Job, 'id' | 'accountId' | 'keyId' | 'operation' | 'priority'>;

/** How an attempt ends a job without a charge. */
export interface JobFailure {
  /** The error as the client receives it, as JSON. */
  readonly error: string;
  readonly now: number;
  readonly expiresAt: number;
}

/** How an attempt ends a job with a response that an earlier request was charged for. */
export interface JobReplay {
  readonly result: StoredBody;
  readonly now: number;
  readonly expiresAt: number;
}

/** A progress to store. */
export type JobProgress = Omit<ProgressEvent, 'number'>;

/** Which jobs to list. */
export interface JobFilter {
  readonly accountId: string;
  readonly status?: JobStatus | undefined;
  /** Only jobs of these operations. */
  readonly operations?: readonly string[] | undefined;
  /** Only jobs that have all of these strings. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** Only jobs that are listed after this one. */
  readonly after?: { readonly createdAt: number; readonly id: string } | undefined;
  readonly limit: number;
}

/**
 * The jobs and their queue. A job is executed at least once: an attempt whose node dies is followed by another one. It
 * ends exactly once: every change by an attempt requires that it is the latest attempt of a running job, and a success
 * is the same transaction as its charge (`Ledger.settle`).
 *
 * Waiting jobs of one operation and priority start in the order of start-time fair queuing (Goyal, Vin and Cheng 1996,
 * with equal costs): the accounts take turns, however many jobs each of them has.
 */
export interface JobStore {
  /** Adds jobs, all or none. Resolves when they are durable. */
  add(jobs: readonly NewJob[]): Promise<void>;
  /** Returns whether an account has at least this number of waiting jobs. */
  hasWaiting(accountId: string, count: number): Promise<boolean>;
  /** Returns those of the operations and priorities that have waiting jobs. */
  listWaiting(operations: readonly string[]): Promise<WaitingKind[]>;
  /** Counts the waiting jobs. */
  countWaiting(): Promise<WaitingCount[]>;
  /** Starts the next attempts of waiting jobs, in the order of their turns. Each is claimed by one node only. */
  claim(request: ClaimRequest): Promise<Job[]>;
  /**
   * Extends the claims, which end by themselves some seconds after their node has died.
   *
   * @returns Those claims that are lost: the jobs were canceled, or are run by later attempts.
   */
  extend(claims: readonly JobClaim[]): Promise<JobClaim[]>;
  /** Returns a claimed job to the queue, before all that wait. @returns whether the claim was still valid */
  requeue(claim: JobClaim, reason: 'fault' | 'shutdown'): Promise<boolean>;
  /** Ends a claimed job with an error. @returns whether the claim was still valid */
  fail(claim: JobClaim, failure: JobFailure): Promise<boolean>;
  /** Ends a claimed job without a charge. @returns whether the claim was still valid */
  succeedWithReplay(claim: JobClaim, replay: JobReplay): Promise<boolean>;
  /** Removes the queue entry of a job whose end has been recorded; without it, the job would be delivered again. */
  acknowledge(claim: JobClaim): Promise<void>;
  /** Gives up a claim that is lost. The job may be waiting again. */
  release(claim: JobClaim): Promise<void>;
  /** Stores the completed fraction, 0 to 1, and the current step, as an event too. Does nothing if the claim is lost. */
  recordProgress(claim: JobClaim, progress: JobProgress): Promise<void>;
  /** Lists the progress events of a job after one of them, the earliest first. */
  listEvents(id: string, after: number, limit: number): Promise<ProgressEvent[]>;
  /** Stores a finished page, unless an earlier attempt has. Does nothing if the claim is lost. */
  addPage(claim: JobClaim, page: JobPage): Promise<void>;
  /** Lists the finished pages of a job after one of them, the earliest first. */
  listPages(id: string, after: number, limit: number): Promise<StoredJobPage[]>;
  /** Cancels a job that has not ended. @returns the job's status if it has ended; undefined if there is no such job */
  cancel(
    id: string,
    accountId: string,
    end: { readonly now: number; readonly expiresAt: number },
  ): Promise<JobStatus | undefined>;
  /** Lists failed jobs, the earliest first. */
  listFailed(filter: ReplayFilter, now: number): Promise<Job[]>;
  /**
   * Queues jobs that have failed, to be charged to the given keys, or jobs that were staged.
   *
   * @returns The number of those that were still in that state.
   */
  enqueue(jobs: readonly EnqueuedJob[], from: 'failed' | 'staged'): Promise<number>;
  /** @returns undefined if the account has no such job, or it has expired */
  find(id: string, accountId: string, now: number): Promise<Job | undefined>;
  /** @returns undefined if no request of the node waits for such a job */
  findAwaited(id: string, nodeId: string): Promise<Job | undefined>;
  /** Lists jobs, the newest first. */
  list(filter: JobFilter, now: number): Promise<Job[]>;
  /**
   * Returns the running jobs of nodes that are not registered to the queue, and cancels those for which a request of such
   * a node waits. @returns how many were returned
   */
  recover(): Promise<number>;
  /** Deletes the jobs that have expired. */
  sweep(now: number): Promise<void>;
  /** Notifies the node whose request waits for a job that it has ended. */
  announceEnd(id: string): Promise<void>;
  /**
   * Calls the listener with the id of each announced job; without one if announcements may have been missed.
   *
   * @returns stops the calls
   */
  onEnded(listener: (id: string | undefined) => void): () => void;
  /** Calls the listener when jobs may have become available on this node or another. @returns stops the calls */
  onAvailable(listener: () => void): () => void;
  /** Closes what the queue itself holds open. */
  close(): Promise<void>;
}
