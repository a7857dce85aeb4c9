import type { Driver, Statement } from '../driver/driver.ts';
import type { Job, JobClaim, JobStatus, NewJob, ProgressEvent } from './job.ts';
import {
  claimIsValidSql,
  enqueuedColumnsSql,
  inTurn,
  JobRows,
  newJobColumns,
  newJobParameters,
  notifySql,
  startTagSql,
} from './job-rows.ts';
import type {
  ClaimRequest,
  EnqueuedJob,
  JobFailure,
  JobFilter,
  JobProgress,
  JobStore,
  ReplayFilter,
  WaitingKind,
} from './job-store.ts';

const startTag = startTagSql('MAX', { account: '$2', operation: '$4', priority: '$5' });

const insertSql = `INSERT INTO jobs (${newJobColumns.join(', ')}, status, start_tag, notify)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'queued', ${startTag}, ${notifySql('$2')}`;

/** Parameters: job, account, key, operation, priority, present status. */
const enqueueSql = `UPDATE jobs SET ${enqueuedColumnsSql}, key_id = $3, start_tag = ${startTag}
  WHERE id = $1 AND status = $6 RETURNING id`;

/** Parameters: operation, priority, limit, node, now. */
const claimSql = `UPDATE jobs
  SET status = 'running', attempt = attempt + 1, node_id = $4, started_at = COALESCE(started_at, $5)
  WHERE id IN (
    SELECT id FROM jobs WHERE status = 'queued' AND operation = $1 AND priority = $2
    ORDER BY start_tag, created_at LIMIT $3
  ) RETURNING *`;

/**
 * Jobs in the embedded database. The rows are the queue: one process has the database, so a claim needs no time limit,
 * and the jobs of the process before are recovered at the start. Changes join the ledger's group commit.
 */
export class SqliteJobStore implements JobStore {
  readonly #database: Driver;
  readonly #rows: JobRows;
  readonly #listeners = new Set<() => void>();

  constructor(database: Driver) {
    this.#database = database;
    this.#rows = new JobRows(database);
  }

  async add(jobs: readonly NewJob[]): Promise<void> {
    await this.#database.transaction(
      jobs.flatMap((job) => [
        { sql: insertSql, parameters: newJobParameters(job) },
        ...metadataStatements(job),
      ]),
    );
    this.#notify();
  }

  hasWaiting(accountId: string, count: number): Promise<boolean> {
    return this.#rows.hasWaiting(accountId, count);
  }

  listWaiting(operations: readonly string[]): Promise<WaitingKind[]> {
    return this.#rows.listWaiting(operations);
  }

  async claim({ operation, priority, limit, nodeId, now }: ClaimRequest): Promise<Job[]> {
    return inTurn(await this.#database.query(claimSql, [operation, priority, limit, nodeId, now]));
  }

  extend(claims: readonly JobClaim[]): Promise<JobClaim[]> {
    return this.#rows.findLost(claims);
  }

  async requeue({ id, attempt }: JobClaim, reason: 'fault' | 'shutdown'): Promise<boolean> {
    const rows = await this.#database.query(
      `UPDATE jobs SET status = 'queued', node_id = NULL, failures = failures + $3
       WHERE ${claimIsValidSql} RETURNING id`,
      [id, attempt, reason === 'fault' ? 1 : 0],
    );
    this.#notify();
    return rows.length > 0;
  }

  fail(claim: JobClaim, failure: JobFailure): Promise<boolean> {
    return this.#rows.fail(claim, failure);
  }

  /** The row of a job that has ended is not in the queue. */
  async acknowledge(): Promise<void> {}

  recordProgress(claim: JobClaim, progress: JobProgress): Promise<void> {
    return this.#rows.recordProgress(claim, progress);
  }

  listEvents(id: string, after: number, limit: number): Promise<ProgressEvent[]> {
    return this.#rows.listEvents(id, after, limit);
  }

  cancel(
    id: string,
    accountId: string,
    end: { readonly now: number; readonly expiresAt: number },
  ): Promise<JobStatus | undefined> {
    return this.#rows.cancel(id, accountId, end);
  }

  listFailed(filter: ReplayFilter, now: number): Promise<Job[]> {
    return this.#rows.listFailed(filter, now);
  }

  async enqueue(jobs: readonly EnqueuedJob[], from: 'failed' | 'staged'): Promise<number> {
    const enqueued = await this.#database.transaction(
      jobs.map(({ id, accountId, keyId, operation, priority }) => ({
        sql: enqueueSql,
        parameters: [id, accountId, keyId, operation, priority, from],
      })),
    );
    this.#notify();
    return enqueued.flat().length;
  }

  find(id: string, accountId: string, now: number): Promise<Job | undefined> {
    return this.#rows.find(id, accountId, now);
  }

  list(filter: JobFilter, now: number): Promise<Job[]> {
    return this.#rows.list(filter, now);
  }

  recover(): Promise<number> {
    return this.#rows.recover();
  }

  sweep(now: number): Promise<void> {
    return this.#rows.sweep(now);
  }

  onAvailable(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The database is closed by its driver. */
  async close(): Promise<void> {}

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Returns the statements that make a new job's metadata a filter. */
function metadataStatements({ id, accountId, metadata }: NewJob): Statement[] {
  return Object.entries(metadata).map(([name, value]) => ({
    sql: 'INSERT INTO job_metadata (job_id, account_id, name, value) VALUES ($1, $2, $3, $4)',
    parameters: [id, accountId, name, value],
  }));
}
