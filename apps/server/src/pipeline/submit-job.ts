import { createHash } from 'node:crypto';
import { ServiceError } from '../errors/service-error.ts';
import { createId } from '../ids/create-id.ts';
import type { StoredBody } from '../storage/driver/stored-body.ts';
import type { Job, NewJob } from '../storage/jobs/job.ts';
import { createJob, type JobRequest, requireRunnable } from './create-job.ts';
import { queueFullRetrySeconds } from './jobs/store-job-input.ts';
import type { PipelineContext } from './pipeline-context.ts';
import type { RequestTrace } from './request-trace.ts';

/** A request whose client does not wait. */
export interface JobSubmission extends JobRequest {
  readonly metadata: Readonly<Record<string, string>>;
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
  const { operation, key, idempotencyKey, metadata } = submission;
  await requireRunnable(submission, context, trace);
  const { accountId } = key;
  if (await context.store.jobs.hasWaiting(accountId, waitingMax)) {
    throw new ServiceError('too_many_jobs', `the account has ${waitingMax} waiting jobs, the maximum`, {
      retryAfterSeconds: queueFullRetrySeconds,
    });
  }
  const id =
    idempotencyKey === undefined ? createId('job') : deriveJobId(accountId, operation.name, idempotencyKey);
  const job = await createJob(submission, { id, metadata }, context);
  if (idempotencyKey === undefined) {
    await context.store.jobs.add([job]);
    return job;
  }
  const earlier = await addOrFind(job, context);
  if (earlier === undefined) return job;
  if (!isSameBody(earlier.input, job.input)) {
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
