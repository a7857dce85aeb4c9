import type { Row, SqlValue } from '../driver/driver.ts';
import { storedBodyColumns } from '../driver/stored-body.ts';
import { type Job, type NewJob, toJob } from './job.ts';

/** Condition of every change by an attempt. Parameters: job, attempt. */
export const claimIsValidSql = "id = $1 AND attempt = $2 AND status = 'running'";

/** The columns that a job has when it is queued that has failed, or was staged. */
export const enqueuedColumnsSql = `status = 'queued', failures = 0, crashes = 0, error = NULL, progress = 0,
  progress_message = NULL, started_at = NULL, finished_at = NULL, expires_at = NULL,
  notify = CASE notify WHEN 2 THEN 1 ELSE notify END`;

/** Whether the end of a job or a batch of an account is to be announced to its webhooks: 1 or 0. */
export const notifySql = (account: string): string =>
  `CASE WHEN EXISTS (
    SELECT 1 FROM webhooks WHERE webhooks.account_id = ${account} AND disabled_at IS NULL
  ) THEN 1 ELSE 0 END`;

/** The columns of a new job apart from its start tag, in the order of `newJobParameters`. */
export const newJobColumns = [
  'id',
  'account_id',
  'key_id',
  'operation',
  'priority',
  'request_id',
  'metadata',
  'input',
  'input_digest',
  'created_at',
  'waiter_id',
  'idempotency_key',
] as const;

/** Returns the values of `newJobColumns`. */
export function newJobParameters(job: NewJob): SqlValue[] {
  const { id, accountId, keyId, operation, priority, requestId, metadata, createdAt, waiter } = job;
  return [
    id,
    accountId,
    keyId,
    operation,
    priority,
    requestId,
    JSON.stringify(metadata),
    ...storedBodyColumns(job.input),
    createdAt,
    waiter?.nodeId ?? null,
    waiter?.idempotencyKey ?? null,
  ];
}

/**
 * The start tag of a new job: one more than that of the last waiting job of its account, but at least that of the first
 * waiting job of all. An account that was idle thus starts at the front, not before those that have waited.
 *
 * @param greatest name of the scalar function that returns the greatest of its arguments
 * @param parameters the placeholders of the account, the operation and the priority
 */
export function startTagSql(
  greatest: 'MAX' | 'GREATEST',
  parameters: { readonly account: string; readonly operation: string; readonly priority: string },
): string {
  const { account, operation, priority } = parameters;
  const waiting = `SELECT start_tag FROM jobs
    WHERE status = 'queued' AND operation = ${operation} AND priority = ${priority}`;
  return `${greatest}(
    COALESCE((${waiting} AND account_id = ${account} ORDER BY start_tag DESC LIMIT 1) + 1, 0),
    COALESCE((${waiting} ORDER BY start_tag LIMIT 1), 0))`;
}

/** Orders claimed rows by their turns: a database returns updated rows in any order. */
export function inTurn(rows: readonly Row[]): Job[] {
  const tag = (row: Row): number => Number(row['start_tag']);
  const createdAt = (row: Row): number => Number(row['created_at']);
  return [...rows].sort((a, b) => tag(a) - tag(b) || createdAt(a) - createdAt(b)).map(toJob);
}
