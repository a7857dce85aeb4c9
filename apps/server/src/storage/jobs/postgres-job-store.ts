import type { PgBoss } from 'pg-boss';
import { integer, text } from '../driver/columns.ts';
import type { SqlValue } from '../driver/driver.ts';
import type { PostgresDriver, TransactionQuery } from '../postgres/postgres-driver.ts';
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
import type { ClaimRequest, EnqueuedJob, JobFailure, JobStore } from './job-store.ts';
import { type Delivery, endsChannel, jobsChannel, PgBossQueue } from './pg-boss-queue.ts';
import { SqlJobStore } from './sql-job-store.ts';

const selectStartTagSql = `SELECT ${startTagSql('GREATEST', { account: '$1', operation: '$2', priority: '$3' })} AS tag`;

const columns = newJobColumns.join(', ');
const columnTypes = newJobColumns.map((name) => `${name} ${name === 'created_at' ? 'BIGINT' : 'TEXT'}`);

/** Parameters: a JSON array of objects with the columns, the start tag of the first one. */
const insertSql = `INSERT INTO jobs (${columns}, status, start_tag, notify)
  SELECT ${columns}, 'queued', $2::bigint + position - 1,
    CASE WHEN waiter_id IS NULL THEN ${notifySql('new_jobs.account_id')} ELSE 0 END
  FROM ROWS FROM (json_to_recordset($1::json) AS (${columnTypes.join(', ')})) WITH ORDINALITY
    AS new_jobs (${columns}, position)`;

/** Parameters: a JSON array of objects with the columns. */
const insertMetadataSql = `INSERT INTO job_metadata (job_id, account_id, name, value)
  SELECT job_id, account_id, name, value
  FROM json_to_recordset($1::json) AS entries (job_id TEXT, account_id TEXT, name TEXT, value TEXT)`;

/** Parameters: a JSON array of ids, the start tag of the first one, key, present status. */
const enqueueSql = `UPDATE jobs SET ${enqueuedColumnsSql}, key_id = $3, start_tag = $2::bigint + position - 1
  FROM jsonb_array_elements_text($1::jsonb) WITH ORDINALITY AS enqueued (job_id, position)
  WHERE id = job_id AND status = $4 RETURNING id, start_tag`;

type QueuedJob = Pick<NewJob, 'accountId' | 'keyId' | 'operation' | 'priority'>;

/** Jobs whose start tags follow each other. */
interface JobGroup<Job> extends QueuedJob {
  readonly jobs: readonly Job[];
}

function groupJobs<Job extends QueuedJob>(jobs: readonly Job[]): JobGroup<Job>[] {
  const groups = Map.groupBy(jobs, ({ accountId, keyId, operation, priority }) =>
    JSON.stringify([accountId, keyId, operation, priority]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { accountId, keyId, operation, priority } = first;
    return [{ accountId, keyId, operation, priority, jobs: group }];
  });
}

/** A claim of this process and the queue entry that delivered it. */
interface OwnClaim {
  readonly attempt: number;
  readonly delivery: Delivery;
}

/**
 * Jobs in PostgreSQL, shared by all nodes. The rows have the states, and pg-boss delivers the ids of waiting jobs. A job
 * and its entry are added in one transaction. The entry of a node that died is delivered again, and an entry whose job
 * has ended or was claimed by another entry is dropped, so what counts is only the row.
 */
export class PostgresJobStore extends SqlJobStore implements JobStore {
  readonly #database: PostgresDriver;
  readonly #queue: PgBossQueue;
  readonly #claims = new Map<string, OwnClaim>();

  /** @param boss opens the queue at its first use */
  constructor(database: PostgresDriver, boss: () => Promise<PgBoss>, onError: (error: Error) => void) {
    super(database);
    this.#database = database;
    this.#queue = new PgBossQueue(boss, onError);
  }

  async add(jobs: readonly NewJob[]): Promise<void> {
    await this.#prepareQueues(jobs);
    await this.#database.transact(async (query) => {
      for (const group of groupJobs(jobs)) await this.#addGroup(group, query);
      await query('SELECT pg_notify($1, $2)', [jobsChannel, '']);
    });
  }

  async claim({ operation, priority, limit, nodeId, now }: ClaimRequest): Promise<Job[]> {
    const deliveries = await this.#queue.fetch(operation, priority, limit);
    if (deliveries.length === 0) return [];
    // A running job is delivered again if the node that runs it has died, or did not extend its claim in time.
    const rows = await this.#database.query(
      `UPDATE jobs SET crashes = crashes + CASE status WHEN 'running' THEN 1 ELSE 0 END, status = 'running',
         attempt = attempt + 1, node_id = $2, started_at = COALESCE(started_at, $3)
       WHERE ${this.isListedSql} AND status IN ('queued', 'running') RETURNING *`,
      [JSON.stringify(deliveries.map(({ jobId }) => jobId)), nodeId, now],
    );
    const byJob = new Map(deliveries.map((delivery) => [delivery.jobId, delivery]));
    for (const row of rows) {
      const id = text(row, 'id');
      const delivery = byJob.get(id);
      if (delivery === undefined) throw new Error(`the job ${id} was not delivered`);
      this.#claims.set(id, { attempt: integer(row, 'attempt'), delivery });
    }
    const claimed = new Set([...this.#claims.values()].map(({ delivery }) => delivery));
    for (const delivery of deliveries) if (!claimed.has(delivery)) void this.#queue.remove(delivery);
    return inTurn(rows);
  }

  async extend(claims: readonly JobClaim[]): Promise<JobClaim[]> {
    await this.#queue.touch([...this.#claims.values()].map(({ delivery }) => delivery));
    return this.findLost(claims);
  }

  async requeue(claim: JobClaim, reason: 'fault' | 'shutdown'): Promise<boolean> {
    const own = this.#take(claim);
    return this.#database.transact(async (query) => {
      const rows = await query(
        `UPDATE jobs SET status = 'queued', node_id = NULL, failures = failures + $3
         WHERE ${claimIsValidSql} RETURNING id`,
        [claim.id, claim.attempt, reason === 'fault' ? 1 : 0],
      );
      if (own !== undefined) await this.#queue.return(own.delivery, query);
      await query('SELECT pg_notify($1, $2)', [jobsChannel, '']);
      return rows.length > 0;
    });
  }

  override async fail(claim: JobClaim, failure: JobFailure): Promise<boolean> {
    const isValid = await super.fail(claim, failure);
    await (isValid ? this.acknowledge(claim) : this.release(claim));
    return isValid;
  }

  async release(claim: JobClaim): Promise<void> {
    const own = this.#take(claim);
    if (own === undefined) return;
    // Another node may have returned the job to the queue, whose only entry this is. If it has ended, the entry is dropped.
    await this.#database.transact((query) => this.#queue.return(own.delivery, query));
  }

  async acknowledge(claim: JobClaim): Promise<void> {
    const own = this.#take(claim);
    if (own !== undefined) await this.#queue.remove(own.delivery);
  }

  async enqueue(jobs: readonly EnqueuedJob[], from: 'failed' | 'staged'): Promise<number> {
    await this.#prepareQueues(jobs);
    return this.#database.transact(async (query) => {
      let count = 0;
      for (const group of groupJobs(jobs)) count += await this.#enqueueGroup(group, from, query);
      await query('SELECT pg_notify($1, $2)', [jobsChannel, '']);
      return count;
    });
  }

  async announceEnd(id: string): Promise<void> {
    await this.#database.query('SELECT pg_notify($1, $2)', [endsChannel, id]);
  }

  onEnded(listener: (id: string | undefined) => void): () => void {
    return this.#queue.listenForEnds(listener);
  }

  onAvailable(listener: () => void): () => void {
    return this.#queue.listen(listener);
  }

  close(): Promise<void> {
    return this.#queue.close();
  }

  /** Creates the queues of jobs: not in a transaction, since that could be rolled back. */
  async #prepareQueues(jobs: readonly QueuedJob[]): Promise<void> {
    for (const { operation, priority } of jobs) await this.#queue.prepare(operation, priority);
  }

  async #addGroup(
    { accountId, operation, priority, jobs }: JobGroup<NewJob>,
    query: TransactionQuery,
  ): Promise<void> {
    const [row] = await query(selectStartTagSql, [accountId, operation, priority]);
    const tag = integer(row ?? {}, 'tag');
    await query(insertSql, [JSON.stringify(jobs.map(toRecord)), tag]);
    const metadata = jobs.flatMap((job) =>
      Object.entries(job.metadata).map(([name, value]) => ({
        job_id: job.id,
        account_id: accountId,
        name,
        value,
      })),
    );
    if (metadata.length > 0) await query(insertMetadataSql, [JSON.stringify(metadata)]);
    const entries = jobs.map(({ id }, index) => ({ jobId: id, startTag: tag + index }));
    await this.#queue.add(operation, priority, entries, query);
  }

  /** @returns the number of jobs that were still in the given state */
  async #enqueueGroup(
    { accountId, keyId, operation, priority, jobs }: JobGroup<EnqueuedJob>,
    from: 'failed' | 'staged',
    query: TransactionQuery,
  ): Promise<number> {
    const [row] = await query(selectStartTagSql, [accountId, operation, priority]);
    const tag = integer(row ?? {}, 'tag');
    const rows = await query(enqueueSql, [JSON.stringify(jobs.map(({ id }) => id)), tag, keyId, from]);
    const entries = rows.map((enqueued) => ({
      jobId: text(enqueued, 'id'),
      startTag: integer(enqueued, 'start_tag'),
    }));
    if (entries.length > 0) await this.#queue.add(operation, priority, entries, query);
    return entries.length;
  }

  /** Removes a claim of this process from the list. */
  #take({ id, attempt }: JobClaim): OwnClaim | undefined {
    const own = this.#claims.get(id);
    if (own?.attempt !== attempt) return undefined;
    this.#claims.delete(id);
    return own;
  }
}

function toRecord(job: NewJob): Record<string, SqlValue | undefined> {
  const values = newJobParameters(job);
  return Object.fromEntries(newJobColumns.map((name, index) => [name, values[index]]));
}
