import type { Driver, Statement } from '../driver/driver.ts';
import type { Job, JobClaim, NewJob } from './job.ts';
import {
  claimIsValidSql,
  enqueuedColumnsSql,
  inTurn,
  newJobColumns,
  newJobParameters,
  notifySql,
  startTagSql,
} from './job-rows.ts';
import type { ClaimRequest, EnqueuedJob, JobStore } from './job-store.ts';
import { SqlJobStore } from './sql-job-store.ts';

const startTag = startTagSql('MAX', { account: '$2', operation: '$4', priority: '$5' });

const insertSql = `INSERT INTO jobs (${newJobColumns.join(', ')}, status, start_tag, notify)
  SELECT ${newJobColumns.map((_, index) => `$${index + 1}`).join(', ')}, 'queued', ${startTag},
    CASE WHEN $${newJobColumns.indexOf('waiter_id') + 1} IS NULL THEN ${notifySql('$2')} ELSE 0 END`;

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
export class SqliteJobStore extends SqlJobStore implements JobStore {
  readonly #database: Driver;
  readonly #listeners = new Set<() => void>();

  constructor(database: Driver) {
    super(database);
    this.#database = database;
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

  async claim({ operation, priority, limit, nodeId, now }: ClaimRequest): Promise<Job[]> {
    // A lost claim leaves the job waiting.
    const options = { mayBeLost: true };
    return inTurn(await this.#database.query(claimSql, [operation, priority, limit, nodeId, now], options));
  }

  extend(claims: readonly JobClaim[]): Promise<JobClaim[]> {
    return this.findLost(claims);
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

  /** The row of a job that has ended is not in the queue. */
  async acknowledge(): Promise<void> {}

  async release(): Promise<void> {}

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

  /** No other process has the database, so no request waits for another node. */
  async announceEnd(): Promise<void> {}

  onEnded(): () => void {
    return () => undefined;
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
