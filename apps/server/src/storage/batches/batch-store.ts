import { integer, text } from '../driver/columns.ts';
import type { Driver, Row, Statement } from '../driver/driver.ts';
import { storedBodyColumns } from '../driver/stored-body.ts';
import { notifySql } from '../jobs/job-rows.ts';
import type { JobStore } from '../jobs/job-store.ts';
import {
  type Batch,
  type BatchRequest,
  type BatchResult,
  type NewBatch,
  toBatch,
  toBatchResult,
} from './batch.ts';

/** When a batch ends, and when it is deleted. */
export interface BatchEnd {
  readonly now: number;
  readonly expiresAt: number;
}

/** Rows that one statement deletes or cancels: a few milliseconds of the embedded database. */
const batchMax = 500;

/** Requests of a batch that are still to be run. */
const pendingSql = "('staged', 'queued', 'running')";

/** Selects batches with the number of their running requests. */
const selectSql = `SELECT batches.*, (
    SELECT COUNT(*) FROM jobs WHERE batch_id = batches.id AND status = 'running'
  ) AS running FROM batches`;

const insertRequestSql = `INSERT INTO jobs (id, account_id, key_id, operation, priority, start_tag, status, request_id,
    metadata, input, input_digest, created_at, batch_id, batch_index, custom_id)
  SELECT $2, account_id, key_id, operation, 'batch', 0, 'staged', request_id, '{}', CAST($3 AS TEXT),
    CAST($4 AS TEXT), created_at, id, CAST($5 AS BIGINT), CAST($6 AS TEXT)
  FROM batches WHERE id = $1`;

/**
 * Batches, in either database. The requests of a batch are jobs. They are staged while the batch is received, which
 * may take minutes and fail; a window of them is in the queue at a time.
 */
export class BatchStore {
  readonly #database: Pick<Driver, 'query' | 'transaction'>;
  readonly #jobs: Pick<JobStore, 'enqueue'>;

  constructor(database: Pick<Driver, 'query' | 'transaction'>, jobs: Pick<JobStore, 'enqueue'>) {
    this.#database = database;
    this.#jobs = jobs;
  }

  /** Creates a batch whose requests are about to be received by a node. */
  async create(batch: NewBatch, nodeId: string): Promise<void> {
    const { id, accountId, keyId, operation, requestId, metadata, createdAt } = batch;
    await this.#database.query(
      `INSERT INTO batches (id, account_id, key_id, operation, request_id, metadata, status, node_id, created_at,
         notify)
       VALUES ($1, $2, $3, $4, $5, $6, 'receiving', $7, $8, ${notifySql('$2')})`,
      [id, accountId, keyId, operation, requestId, JSON.stringify(metadata), nodeId, createdAt],
    );
  }

  /** Returns the number of unfinished batches of an account, and of their requests that have not ended. */
  async countPending(accountId: string): Promise<{ batches: number; requests: number }> {
    const [row] = await this.#database.query(
      `SELECT COUNT(*) AS batches, COALESCE(SUM(total - ended), 0) AS requests FROM batches
       WHERE account_id = $1 AND status IN ('receiving', 'running')`,
      [accountId],
    );
    return { batches: integer(row ?? {}, 'batches'), requests: integer(row ?? {}, 'requests') };
  }

  /** Adds requests to a batch that is being received. */
  async addRequests(batchId: string, requests: readonly BatchRequest[]): Promise<void> {
    await this.#database.transaction(
      requests.map(({ jobId, input, index, customId }) => ({
        sql: insertRequestSql,
        parameters: [batchId, jobId, ...storedBodyColumns(input), index, customId],
      })),
    );
  }

  /** Starts a batch that was received completely. */
  async start(batchId: string, total: number): Promise<void> {
    await this.#database.query(
      "UPDATE batches SET status = 'running', total = $2, node_id = NULL WHERE id = $1 AND status = 'receiving'",
      [batchId, total],
    );
  }

  /** Deletes a batch that was not received completely. Can be repeated. */
  async discard(batchId: string): Promise<void> {
    await this.#deleteJobs(batchId);
    await this.#database.transaction(
      [
        'DELETE FROM crawl_urls WHERE crawl_id = $1',
        'DELETE FROM crawls WHERE id = $1',
        'DELETE FROM batches WHERE id = $1',
      ].map((sql) => ({ sql, parameters: [batchId] })),
    );
  }

  /** Queues staged requests of the running batches of which fewer than half of `window` are in the queue. */
  async feed(window: number): Promise<void> {
    const hungry = await this.#database.query(
      `SELECT id FROM batches WHERE status = 'running'
         AND EXISTS (SELECT 1 FROM jobs WHERE batch_id = batches.id AND status = 'staged')
         AND NOT EXISTS (
           SELECT 1 FROM jobs WHERE batch_id = batches.id AND status = 'queued' LIMIT 1 OFFSET $1
         )`,
      [Math.floor(window / 2)],
    );
    for (const batch of hungry) {
      const staged = await this.#database.query(
        `SELECT id, account_id, key_id, operation FROM jobs WHERE batch_id = $1 AND status = 'staged'
         ORDER BY batch_index LIMIT $2`,
        [text(batch, 'id'), window],
      );
      await this.#jobs.enqueue(staged.map(toEnqueued), 'staged');
    }
  }

  /** Ends the running batches all of whose requests have ended. */
  async endCompleted({ now, expiresAt }: BatchEnd): Promise<void> {
    await this.#database.query(
      `UPDATE batches SET status = 'ended', finished_at = $1, expires_at = $2
       WHERE status = 'running' AND ended >= total AND is_growing = 0`,
      [now, expiresAt],
    );
  }

  /**
   * Cancels a batch and its requests that have not ended.
   *
   * @returns The ids of jobs that may be running; undefined if the account has no running batch with this id.
   */
  async cancel(
    batchId: string,
    accountId: string,
    { now, expiresAt }: BatchEnd,
  ): Promise<string[] | undefined> {
    const canceled = await this.#database.query(
      `UPDATE batches SET status = 'canceled', finished_at = $3, expires_at = $4
       WHERE id = $1 AND account_id = $2 AND status = 'running' RETURNING id`,
      [batchId, accountId, now, expiresAt],
    );
    if (canceled.length === 0) return undefined;
    const ids: string[] = [];
    for (;;) {
      const [rows = []] = await this.#database.transaction(cancelStatements(batchId, now, expiresAt));
      for (const row of rows) if (row['started_at'] !== null) ids.push(text(row, 'id'));
      if (rows.length < batchMax) return ids;
    }
  }

  /** @returns undefined if the account has no such batch, or it has expired */
  async find(id: string, accountId: string, now: number): Promise<Batch | undefined> {
    const [row] = await this.#database.query(
      `${selectSql} WHERE id = $1 AND account_id = $2 AND status <> 'receiving'
         AND (expires_at IS NULL OR expires_at > $3)`,
      [id, accountId, now],
    );
    return row && toBatch(row);
  }

  /** Lists batches, the newest first, after the one at a position; those of crawls are not among them. */
  async list(
    accountId: string,
    after: { readonly createdAt: number; readonly id: string } | undefined,
    limit: number,
    now: number,
  ): Promise<Batch[]> {
    const rows = await this.#database.query(
      `${selectSql} WHERE account_id = $1 AND status <> 'receiving'
         AND (expires_at IS NULL OR expires_at > $2)
         AND (created_at < $3 OR created_at = $3 AND id < $4)
         AND NOT EXISTS (SELECT 1 FROM crawls WHERE crawls.id = batches.id)
       ORDER BY created_at DESC, id DESC LIMIT $5`,
      [accountId, now, after?.createdAt ?? Number.MAX_SAFE_INTEGER, after?.id ?? '', limit],
    );
    return rows.map(toBatch);
  }

  /** Lists the requests of a batch that have ended, in that order, after one of them. */
  async listResults(batchId: string, after: number, limit: number): Promise<BatchResult[]> {
    const rows = await this.#database.query(
      `SELECT id, batch_order, batch_index, custom_id, status, request_id, credits, result, result_digest, error
       FROM jobs WHERE batch_id = $1 AND batch_order > $2 ORDER BY batch_order LIMIT $3`,
      [batchId, after, limit],
    );
    return rows.map(toBatchResult);
  }

  /** Deletes expired batches, and those whose node died while it received them. */
  async sweep(now: number): Promise<void> {
    const rows = await this.#database.query(
      `SELECT id FROM batches WHERE expires_at <= $1
         OR status = 'receiving' AND NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = batches.node_id)`,
      [now],
    );
    for (const row of rows) await this.discard(text(row, 'id'));
  }

  async #deleteJobs(batchId: string): Promise<void> {
    for (;;) {
      const rows = await this.#database.query(
        'DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE batch_id = $1 LIMIT $2) RETURNING id',
        [batchId, batchMax],
      );
      if (rows.length < batchMax) return;
    }
  }
}

const toEnqueued = (row: Row) => ({
  id: text(row, 'id'),
  accountId: text(row, 'account_id'),
  keyId: text(row, 'key_id'),
  operation: text(row, 'operation'),
  priority: 'batch' as const,
});

/**
 * Cancels some requests of a batch, and continues the order of those that have ended. Jobs are locked before their batch,
 * as when a job ends.
 */
function cancelStatements(batchId: string, now: number, expiresAt: number): Statement[] {
  const canceledSql = "batch_id = $1 AND status = 'canceled' AND batch_order IS NULL";
  return [
    {
      sql: `UPDATE jobs SET status = 'canceled', node_id = NULL, finished_at = $2, expires_at = $3
            WHERE status IN ${pendingSql} AND id IN (
              SELECT id FROM jobs WHERE batch_id = $1 AND status IN ${pendingSql} ORDER BY batch_index LIMIT $4
            ) RETURNING id, started_at`,
      parameters: [batchId, now, expiresAt, batchMax],
    },
    {
      sql: `UPDATE batches SET ended = ended + (SELECT COUNT(*) FROM jobs WHERE ${canceledSql}) WHERE id = $1`,
      parameters: [batchId],
    },
    {
      sql: `UPDATE jobs SET batch_order = (SELECT ended FROM batches WHERE id = $1) - canceled.following
            FROM (
              SELECT id AS canceled_id, COUNT(*) OVER () - ROW_NUMBER() OVER (ORDER BY batch_index) AS following
              FROM jobs WHERE ${canceledSql}
            ) canceled
            WHERE id = canceled_id`,
      parameters: [batchId],
    },
  ];
}
