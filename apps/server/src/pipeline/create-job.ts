import type { Operation, ParsedRequest } from '../operations/define-operation.ts';
import type { NewJob } from '../storage/jobs/job.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';
import { storeJobInput } from './jobs/store-job-input.ts';
import type { PipelineContext } from './pipeline-context.ts';
import type { RequestTrace } from './request-trace.ts';
import { requireMinimumCredits } from './require-minimum-credits.ts';

/** A request that is run as a job. */
export interface JobRequest {
  readonly operation: Operation;
  readonly key: KeyRecord;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
  /** The input before it was parsed, which is stored. */
  readonly raw: unknown;
  readonly parsed: ParsedRequest;
  readonly signal: AbortSignal;
}

/** @throws {ServiceError} if the service does not permit the request, or the minimum price cannot be paid */
export async function requireRunnable(
  { operation, key, idempotencyKey, parsed }: JobRequest,
  context: PipelineContext,
  trace: RequestTrace,
): Promise<void> {
  parsed.requirePermitted(context.engines.forCaller({ flow: key.id, observer: trace }));
  await requireMinimumCredits(operation, key, idempotencyKey, context, trace);
}

/**
 * Stores the input of a request, and returns the job to add.
 *
 * @throws {ServiceError} if there is no space for the input
 */
export async function createJob(
  { operation, key, requestId, raw, signal }: JobRequest,
  { id, metadata, waiter }: Pick<NewJob, 'id' | 'metadata' | 'waiter'>,
  context: PipelineContext,
): Promise<NewJob> {
  const { accountId } = key;
  return {
    id,
    accountId,
    keyId: key.id,
    operation: operation.name,
    priority: 'interactive',
    requestId,
    metadata,
    input: await storeJobInput(raw, accountId, context, signal),
    createdAt: context.now(),
    ...(waiter !== undefined && { waiter }),
  };
}
