import { createHash } from 'node:crypto';
import { ServiceError } from '../errors/service-error.ts';
import { createId } from '../ids/create-id.ts';
import type { Operation, ParsedRequest } from '../operations/define-operation.ts';
import type { StoredBody } from '../storage/driver/stored-body.ts';
import type { Job, NewJob } from '../storage/jobs/job.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';
import { queueFullRetrySeconds, storeJobInput } from './jobs/store-job-input.ts';
import type { PipelineContext } from './pipeline-context.ts';
import type { RequestTrace } from './request-trace.ts';
import { requireMinimumCredits } from './require-minimum-credits.ts';

/** A request that becomes a job. */
export interface JobSubmission {
  readonly operation: Operation;
  readonly key: KeyRecord;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
  readonly metadata: Readonly<Record<string, string>>;
  /** The input before it was parsed, which is stored. */
  readonly raw: unknown;
  readonly parsed: ParsedRequest;
  readonly signal: AbortSignal;
}

/**
 * Adds a job that runs a request later. With an Idempotency-Key, the id of the job follows from the key: a repeated
 * submission returns the job of the first one, also if the service stopped before it could respond.
 *
 * @throws {ServiceError} if the service does not permit the request, the minimum price cannot be paid, the account has too
 *   many waiting jobs, the queue has no space for the input, or the Idempotency-Key was used with another input
 */
export async function submitJob(
  submission: JobSubmission,
  context: PipelineContext,
  trace: RequestTrace,
): Promise<Job | NewJob> {
  const { operation, key, requestId, idempotencyKey, metadata, raw, parsed, signal } = submission;
  parsed.requirePermitted(context.engines.forCaller({ flow: key.id, observer: trace }));
  await requireMinimumCredits(operation, key, idempotencyKey, context, trace);
  const { accountId } = key;
  if (await context.store.jobs.hasWaiting(accountId, waitingMax)) {
    throw new ServiceError('too_many_jobs', `the account has ${waitingMax} waiting jobs, the maximum`, {
      retryAfterSeconds: queueFullRetrySeconds,
    });
  }
  const input = await storeJobInput(raw, accountId, context, signal);
  const job: NewJob = {
    id:
      idempotencyKey === undefined ? createId('job') : deriveJobId(accountId, operation.name, idempotencyKey),
    accountId,
    keyId: key.id,
    operation: operation.name,
    priority: 'interactive',
    requestId,
    metadata,
    input,
    createdAt: context.now(),
  };
  if (idempotencyKey === undefined) {
    await context.store.jobs.add([job]);
    return job;
  }
  const earlier = await addOrFind(job, context);
  if (earlier === undefined) return job;
  if (!isSameBody(earlier.input, input)) {
    throw new ServiceError(
      'idempotency_mismatch',
      'this Idempotency-Key was used before with another request',
    );
  }
  trace.replayed = true;
  return earlier;
}

/** @returns the job that has the id already; undefined if the new one was added */
async function addOrFind(job: NewJob, { store, now }: PipelineContext): Promise<Job | undefined> {
  const find = () => store.jobs.find(job.id, job.accountId, now());
  const earlier = await find();
  if (earlier !== undefined) return earlier;
  try {
    await store.jobs.add([job]);
    return undefined;
  } catch (error) {
    // Another request with the same key may have added it.
    const concurrent = await find();
    if (concurrent !== undefined) return concurrent;
    throw error;
  }
}

/** Maximum number of waiting jobs of an account. */
const waitingMax = 10_000;
/** 128 bits. */
const derivedIdLength = 32;

const isSameBody = (left: StoredBody, right: StoredBody): boolean =>
  left.kind === 'blob'
    ? right.kind === 'blob' && left.digest === right.digest
    : right.kind === 'inline' && left.body === right.body;

function deriveJobId(accountId: string, operation: string, idempotencyKey: string): string {
  const hash = createHash('sha256').update(JSON.stringify([accountId, operation, idempotencyKey]));
  return `job_${hash.digest('hex').slice(0, derivedIdLength)}`;
}
