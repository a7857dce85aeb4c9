import { integer, text } from '../driver/columns.ts';
import type { Driver, SqlValue, Statement } from '../driver/driver.ts';
import { storedBodyColumns } from '../driver/stored-body.ts';
import {
  type Job,
  type JobClaim,
  type JobPage,
  type JobStatus,
  jobPriorities,
  oneOf,
  type ProgressEvent,
  type StoredJobPage,
  toJob,
  toJobPage,
  toProgressEvent,
  toProgressParts,
} from './job.ts';
import { claimIsValidSql } from './job-rows.ts';
import type {
  JobFailure,
  JobFilter,
  JobProgress,
  JobReplay,
  ReplayFilter,
  WaitingCount,
  WaitingKind,
} from './job-store.ts';

const prioritiesSql = jobPriorities.map((priority) => `SELECT '${priority}' AS priority`).join(' UNION ALL ');

/** Selects jobs with the credits that the pages of a crawl have cost; null for other jobs. */
const selectSql =
  'SELECT jobs.*, (SELECT credits FROM batches WHERE batches.id = jobs.id) AS page_credits FROM jobs';

/** The part of a store of jobs whose statements both databases understand. */
export abstract class SqlJobStore {
  readonly #database: Pick<Driver, 'query' | 'transaction'>;
  /** Selects the texts of a JSON array, the parameter 1, as `value`. */
  readonly #valuesSql: string;

  constructor(database: Pick<Driver, 'query' | 'transaction' | 'dialect'>) {
    this.#database = database;
    this.#valuesSql =
      database.dialect === 'sqlite'
        ? 'SELECT value FROM json_each($1)'
        : 'SELECT jsonb_array_elements_text($1::jsonb) AS value';
  }

  /** Condition that the id is one of a JSON array, the parameter 1. */
  protected get isListedSql(): string {
    return `id IN (${this.#valuesSql})`;
  }

  async hasWaiting(accountId: string, count: number): Promise<boolean> {
    const rows = await this.#database.query(
      "SELECT 1 AS found FROM jobs WHERE status = 'queued' AND account_id = $1 LIMIT 1 OFFSET $2",
      [accountId, count - 1],
    );
    return rows.length > 0;
  }

  async listWaiting(operations: readonly string[]): Promise<WaitingKind[]> {
    const rows = await this.#database.query(
      `SELECT names.value AS operation, priorities.priority
       FROM (${this.#valuesSql}) names CROSS JOIN (${prioritiesSql}) priorities WHERE EXISTS (
         SELECT 1 FROM jobs
         WHERE status = 'queued' AND operation = names.value AND jobs.priority = priorities.priority
       )`,
      [JSON.stringify(operations)],
    );
    return rows.map((row) => ({
      operation: text(row, 'operation'),
      priority: oneOf(jobPriorities, text(row, 'priority')),
    }));
  }

  async countWaiting(): Promise<WaitingCount[]> {
    const rows = await this.#database.query(
      `SELECT operation, priority, COUNT(*) AS number FROM jobs WHERE status = 'queued'
       GROUP BY operation, priority`,
    );
    return rows.map((row) => ({
      operation: text(row, 'operation'),
      priority: oneOf(jobPriorities, text(row, 'priority')),
      count: integer(row, 'number'),
    }));
  }

  /** Returns the running jobs of nodes that are not registered to the queue. @returns how many */
  async recover(): Promise<number> {
    // They expire at once, since no client can see them.
    await this.#database.query(
      `UPDATE jobs SET status = 'canceled', node_id = NULL, finished_at = created_at, expires_at = created_at
       WHERE waiter_id IS NOT NULL AND finished_at IS NULL AND status IN ('queued', 'running')
         AND NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = jobs.waiter_id)`,
    );
    const rows = await this.#database.query(
      `UPDATE jobs SET status = 'queued', node_id = NULL, crashes = crashes + 1
       WHERE status = 'running' AND NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = jobs.node_id) RETURNING id`,
    );
    return rows.length;
  }

  async fail({ id, attempt }: JobClaim, { error, now, expiresAt }: JobFailure): Promise<boolean> {
    const [rows = []] = await this.#database.transaction([
      {
        sql: `UPDATE jobs SET status = 'failed', node_id = NULL, error = $3, finished_at = $4, expires_at = $5
              WHERE ${claimIsValidSql} RETURNING id`,
        parameters: [id, attempt, error, now, expiresAt],
      },
      ...batchOrderStatements({ id, attempt }),
    ]);
    return rows.length > 0;
  }

  async succeedWithReplay(
    { id, attempt }: JobClaim,
    { result, now, expiresAt }: JobReplay,
  ): Promise<boolean> {
    const rows = await this.#database.query(
      `UPDATE jobs SET status = 'succeeded', node_id = NULL, is_replay = 1, result = $3, result_digest = $4,
         finished_at = $5, expires_at = $6
       WHERE ${claimIsValidSql} RETURNING id`,
      [id, attempt, ...storedBodyColumns(result), now, expiresAt],
    );
    return rows.length > 0;
  }

  async recordProgress(
    { id, attempt }: JobClaim,
    { fraction, message, createdAt }: JobProgress,
  ): Promise<void> {
    const progress = toProgressParts(fraction);
    const statements = [
      {
        sql: `UPDATE jobs SET progress = $3, progress_message = $4, event_count = event_count + 1
              WHERE ${claimIsValidSql}`,
        parameters: [id, attempt, progress, message],
      },
      {
        sql: `INSERT INTO job_events (job_id, number, progress, progress_message, created_at)
              SELECT id, event_count, progress, progress_message, CAST($3 AS BIGINT)
              FROM jobs WHERE ${claimIsValidSql}`,
        parameters: [id, attempt, createdAt],
      },
    ];
    await this.#database.transaction(statements, { mayBeLost: true });
  }

  async listEvents(id: string, after: number, limit: number): Promise<ProgressEvent[]> {
    const rows = await this.#database.query(
      'SELECT * FROM job_events WHERE job_id = $1 AND number > $2 ORDER BY number LIMIT $3',
      [id, after, limit],
    );
    return rows.map(toProgressEvent);
  }

  async addPage({ id, attempt }: JobClaim, { page, format, content }: JobPage): Promise<void> {
    await this.#database.query(
      `INSERT INTO job_pages (job_id, position, page, format, content)
       SELECT id, (SELECT COALESCE(MAX(position), 0) + 1 FROM job_pages WHERE job_id = $1),
         CAST($3 AS BIGINT), CAST($4 AS TEXT), CAST($5 AS TEXT)
       FROM jobs WHERE ${claimIsValidSql} ON CONFLICT (job_id, page) DO NOTHING`,
      [id, attempt, page, format, content],
      { mayBeLost: true },
    );
  }

  async listPages(id: string, after: number, limit: number): Promise<StoredJobPage[]> {
    const rows = await this.#database.query(
      'SELECT * FROM job_pages WHERE job_id = $1 AND position > $2 ORDER BY position LIMIT $3',
      [id, after, limit],
    );
    return rows.map(toJobPage);
  }

  async cancel(
    id: string,
    accountId: string,
    { now, expiresAt }: { readonly now: number; readonly expiresAt: number },
  ): Promise<JobStatus | undefined> {
    const canceled = await this.#database.query(
      `UPDATE jobs SET status = 'canceled', node_id = NULL, finished_at = $3, expires_at = $4
       WHERE id = $1 AND account_id = $2 AND status IN ('queued', 'running') RETURNING id`,
      [id, accountId, now, expiresAt],
    );
    if (canceled.length > 0) return 'canceled';
    return (await this.find(id, accountId, now))?.status;
  }

  /** Returns the claims that are no longer valid. */
  protected async findLost(claims: readonly JobClaim[]): Promise<JobClaim[]> {
    if (claims.length === 0) return [];
    const rows = await this.#database.query(
      `SELECT id, attempt FROM jobs WHERE status = 'running' AND ${this.isListedSql}`,
      [JSON.stringify(claims.map(({ id }) => id))],
    );
    const attempts = new Map(rows.map((row) => [text(row, 'id'), row['attempt']]));
    return claims.filter(({ id, attempt }) => attempts.get(id) !== attempt);
  }

  async find(id: string, accountId: string, now: number): Promise<Job | undefined> {
    const [row] = await this.#database.query(
      `${selectSql} WHERE id = $1 AND account_id = $2 AND batch_id IS NULL AND waiter_id IS NULL
         AND (expires_at IS NULL OR expires_at > $3)`,
      [id, accountId, now],
    );
    return row && toJob(row);
  }

  async findAwaited(id: string, nodeId: string): Promise<Job | undefined> {
    const [row] = await this.#database.query(`${selectSql} WHERE id = $1 AND waiter_id = $2`, [id, nodeId]);
    return row && toJob(row);
  }

  async list({ status, after, limit, ...filter }: JobFilter, now: number): Promise<Job[]> {
    const { conditions, parameters, add } = filterJobs(filter, now);
    if (status !== undefined) conditions.push(`status = ${add(status)}`);
    if (after !== undefined) {
      const createdAt = add(after.createdAt);
      conditions.push(`(created_at < ${createdAt} OR created_at = ${createdAt} AND id < ${add(after.id)})`);
    }
    const rows = await this.#database.query(
      `${selectSql} WHERE ${conditions.join(' AND ')}
       ORDER BY created_at DESC, id DESC LIMIT ${add(limit)}`,
      parameters,
    );
    return rows.map(toJob);
  }

  async listFailed({ from, to, failedUntil, limit, ...filter }: ReplayFilter, now: number): Promise<Job[]> {
    const { conditions, parameters, add } = filterJobs(filter, now);
    conditions.push("status = 'failed'");
    if (from !== undefined) conditions.push(`created_at >= ${add(from)}`);
    if (to !== undefined) conditions.push(`created_at < ${add(to)}`);
    if (failedUntil !== undefined) conditions.push(`finished_at <= ${add(failedUntil)}`);
    const rows = await this.#database.query(
      `SELECT * FROM jobs WHERE ${conditions.join(' AND ')} ORDER BY created_at, id LIMIT ${add(limit)}`,
      parameters,
    );
    return rows.map(toJob);
  }

  async sweep(now: number): Promise<void> {
    for (const table of ['job_metadata', 'job_events', 'job_pages']) {
      await this.#database.query(
        `DELETE FROM ${table} WHERE job_id IN (SELECT id FROM jobs WHERE expires_at <= $1 AND batch_id IS NULL)`,
        [now],
      );
    }
    await this.#database.query('DELETE FROM jobs WHERE expires_at <= $1 AND batch_id IS NULL', [now]);
  }
}

interface CommonFilter {
  readonly accountId: string;
  readonly operations?: readonly string[] | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** Returns the conditions of a filter, their parameters, and a function that adds a parameter. */
function filterJobs({ accountId, operations, metadata = {} }: CommonFilter, now: number) {
  const parameters: SqlValue[] = [accountId, now];
  const add = (value: SqlValue): string => `$${parameters.push(value)}`;
  const conditions = [
    'account_id = $1',
    'batch_id IS NULL',
    'waiter_id IS NULL',
    '(expires_at IS NULL OR expires_at > $2)',
  ];
  if (operations !== undefined) conditions.push(`operation IN (${operations.map(add).join(', ')})`);
  for (const [name, value] of Object.entries(metadata)) {
    conditions.push(
      `id IN (SELECT job_id FROM job_metadata WHERE account_id = $1 AND name = ${add(name)} AND value = ${add(value)})`,
    );
  }
  return { conditions, parameters, add };
}

/** Returns the statements that continue the order of a batch with a request that has just failed. */
function batchOrderStatements({ id, attempt }: JobClaim): Statement[] {
  const failedSql = "id = $1 AND attempt = $2 AND status = 'failed' AND batch_order IS NULL";
  return [
    {
      sql: `UPDATE batches SET ended = ended + 1, failed = failed + 1
            WHERE id = (SELECT batch_id FROM jobs WHERE ${failedSql})`,
      parameters: [id, attempt],
    },
    {
      sql: `UPDATE jobs SET batch_order = (SELECT ended FROM batches WHERE batches.id = jobs.batch_id)
            WHERE ${failedSql} AND batch_id IS NOT NULL`,
      parameters: [id, attempt],
    },
  ];
}
