import { integer, integerOrNull, text, textOrNull } from '../driver/columns.ts';
import type { Row } from '../driver/driver.ts';
import { readStoredBody, type StoredBody } from '../driver/stored-body.ts';

/** The states of a batch that clients see. */
export const batchStatuses = ['running', 'ended', 'canceled'] as const;
/** See `batchStatuses`. */
export type BatchStatus = (typeof batchStatuses)[number];

/** A batch to create. */
export interface NewBatch {
  readonly id: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly operation: string;
  readonly requestId: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch, as all times of a batch. */
  readonly createdAt: number;
}

/** Requests of a batch by their state. */
export interface BatchCounts {
  readonly total: number;
  readonly queued: number;
  readonly running: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly canceled: number;
}

/** A batch. */
export interface Batch extends NewBatch {
  readonly status: BatchStatus;
  readonly counts: BatchCounts;
  /** Credits charged so far. */
  readonly credits: number;
  readonly finishedAt: number | null;
  /** When the batch is deleted; null until it has ended. */
  readonly expiresAt: number | null;
}

/** A request of a batch to add. */
export interface BatchRequest {
  /** Id of its job. */
  readonly jobId: string;
  /** Its position in the batch, from 0. */
  readonly index: number;
  readonly customId: string | null;
  /** The encoded input of the operation. */
  readonly input: StoredBody;
}

/** A request of a batch that has ended. */
export interface BatchResult {
  /** Position in the order in which the requests of the batch ended, from 1. */
  readonly order: number;
  readonly index: number;
  readonly customId: string | null;
  readonly status: 'succeeded' | 'failed' | 'canceled';
  readonly requestId: string;
  readonly credits: number;
  /** The response of a request that has succeeded. */
  readonly result: StoredBody | undefined;
  /** The error of a request that has failed, as JSON. */
  readonly error: string | null;
}

/** Reads a row of the table `jobs` as a result of its batch. */
export function toBatchResult(row: Row): BatchResult {
  const status = text(row, 'status');
  if (status !== 'succeeded' && status !== 'failed' && status !== 'canceled') {
    throw new Error(`the job ${text(row, 'id')} of a batch has not ended`);
  }
  return {
    order: integer(row, 'batch_order'),
    index: integer(row, 'batch_index'),
    customId: textOrNull(row, 'custom_id'),
    status,
    requestId: text(row, 'request_id'),
    credits: integer(row, 'credits'),
    result: readStoredBody(row, 'result'),
    error: textOrNull(row, 'error'),
  };
}

/** Reads a row of the table `batches` that has the number of running requests as `running`. */
export function toBatch(row: Row): Batch {
  const status = text(row, 'status');
  return {
    id: text(row, 'id'),
    accountId: text(row, 'account_id'),
    keyId: text(row, 'key_id'),
    operation: text(row, 'operation'),
    requestId: text(row, 'request_id'),
    metadata: JSON.parse(text(row, 'metadata')) as Record<string, string>,
    createdAt: integer(row, 'created_at'),
    status: batchStatuses.find((known) => known === status) ?? 'running',
    finishedAt: integerOrNull(row, 'finished_at'),
    expiresAt: integerOrNull(row, 'expires_at'),
    counts: readCounts(row),
    credits: integer(row, 'credits'),
  };
}

function readCounts(row: Row): BatchCounts {
  const [total, ended] = [integer(row, 'total'), integer(row, 'ended')];
  const [running, succeeded, failed] = [
    integer(row, 'running'),
    integer(row, 'succeeded'),
    integer(row, 'failed'),
  ];
  const canceled = ended - succeeded - failed;
  return { total, queued: total - ended - running, running, succeeded, failed, canceled };
}
