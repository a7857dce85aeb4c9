import { integer, integerOrNull, text, textOrNull } from '../driver/columns.ts';
import type { Row } from '../driver/driver.ts';
import { readStoredBody, type StoredBody } from '../driver/stored-body.ts';

/** The states of a job. The last three are final. */
export const jobStatuses = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const;
/** See `jobStatuses`. */
export type JobStatus = (typeof jobStatuses)[number];

/** Waiting jobs of the first priority start before those of the second. */
export const jobPriorities = ['interactive', 'batch'] as const;
/** See `jobPriorities`. */
export type JobPriority = (typeof jobPriorities)[number];

/** The request that waits for a job on another node: the job is neither listed nor announced, and ends with that node. */
export interface JobWaiter {
  readonly nodeId: string;
  readonly idempotencyKey: string | undefined;
}

/** A job to add. */
export interface NewJob {
  readonly id: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly operation: string;
  readonly priority: JobPriority;
  readonly requestId: string;
  /** Strings of the client, which are returned and by which jobs can be filtered. */
  readonly metadata: Readonly<Record<string, string>>;
  /** The encoded input of the operation. */
  readonly input: StoredBody;
  /** Milliseconds since the epoch, as all times of a job. */
  readonly createdAt: number;
  readonly waiter?: JobWaiter;
}

/** A job. */
export interface Job extends NewJob {
  readonly status: JobStatus;
  /** Number of its latest attempt; 0 until it is first claimed. */
  readonly attempt: number;
  /** Attempts that ended by a fault of the service. */
  readonly failures: number;
  /** Attempts that ended by the death of their node, which this job need not have caused. */
  readonly crashes: number;
  /** Completed fraction, 0 to 1. */
  readonly progress: number;
  readonly progressMessage: string | null;
  /** Number of its progress events. */
  readonly eventCount: number;
  /** Credits charged; 0 unless it has succeeded, or is a crawl, whose pages are charged. */
  readonly credits: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  /** When the job is deleted; null until it has ended. */
  readonly expiresAt: number | null;
  /** The response of a job that has succeeded. */
  readonly result: StoredBody | undefined;
  /** The error of a job that has failed, as JSON. */
  readonly error: string | null;
  /** Whether the result is the stored response of an earlier request with the same Idempotency-Key. */
  readonly isReplay: boolean;
}

/** The right to run one attempt of a job. It is lost when the job is canceled or claimed again. */
export interface JobClaim {
  readonly id: string;
  readonly attempt: number;
}

/** A progress of a job. */
export interface ProgressEvent {
  /** 1 for the first event of a job. */
  readonly number: number;
  /** Completed fraction, 0 to 1. */
  readonly fraction: number;
  readonly message: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** A finished page of the result of a job. */
export interface JobPage {
  /** Number of the page in the document, from 1. */
  readonly page: number;
  readonly format: 'markdown' | 'text';
  readonly content: string;
}

/** A page in the order in which they were finished. */
export interface StoredJobPage extends JobPage {
  /** 1 for the first page that was finished. */
  readonly position: number;
}

/** Reads a row of the table `job_pages`. */
export const toJobPage = (row: Row): StoredJobPage => ({
  position: integer(row, 'position'),
  page: integer(row, 'page'),
  format: oneOf(['markdown', 'text'], text(row, 'format')),
  content: text(row, 'content'),
});

/** A progress is stored as an integer of this many parts. */
const progressParts = 10_000;

/** Returns a fraction as the integer that is stored; fractions out of range are limited to 0 to 1. */
export function toProgressParts(fraction: number): number {
  return Math.round(Math.min(1, Math.max(0, Number.isNaN(fraction) ? 0 : fraction)) * progressParts);
}

/** Reads a row of the table `job_events`. */
export const toProgressEvent = (row: Row): ProgressEvent => ({
  number: integer(row, 'number'),
  fraction: integer(row, 'progress') / progressParts,
  message: textOrNull(row, 'progress_message'),
  createdAt: integer(row, 'created_at'),
});

/** Reads a row of the table `jobs`. */
export function toJob(row: Row): Job {
  const input = readStoredBody(row, 'input');
  if (input === undefined) throw new Error(`the job ${text(row, 'id')} has no input`);
  const waiterId = textOrNull(row, 'waiter_id');
  return {
    id: text(row, 'id'),
    accountId: text(row, 'account_id'),
    keyId: text(row, 'key_id'),
    operation: text(row, 'operation'),
    priority: oneOf(jobPriorities, text(row, 'priority')),
    requestId: text(row, 'request_id'),
    metadata: JSON.parse(text(row, 'metadata')) as Record<string, string>,
    input,
    createdAt: integer(row, 'created_at'),
    status: oneOf(jobStatuses, text(row, 'status')),
    attempt: integer(row, 'attempt'),
    failures: integer(row, 'failures'),
    crashes: integer(row, 'crashes'),
    progress: integer(row, 'progress') / progressParts,
    progressMessage: textOrNull(row, 'progress_message'),
    eventCount: integer(row, 'event_count'),
    credits: integer(row, 'credits') + (row['page_credits'] == null ? 0 : integer(row, 'page_credits')),
    startedAt: integerOrNull(row, 'started_at'),
    finishedAt: integerOrNull(row, 'finished_at'),
    expiresAt: integerOrNull(row, 'expires_at'),
    result: readStoredBody(row, 'result'),
    error: textOrNull(row, 'error'),
    isReplay: integer(row, 'is_replay') === 1,
    ...(waiterId !== null && {
      waiter: { nodeId: waiterId, idempotencyKey: textOrNull(row, 'idempotency_key') ?? undefined },
    }),
  };
}

/** Returns a text as one of the known values. @throws Error if it is none of them */
export function oneOf<const Value extends string>(values: readonly Value[], value: string): Value {
  const found = values.find((candidate) => candidate === value);
  if (found === undefined) throw new Error(`${value} is not one of ${values.join(', ')}`);
  return found;
}
