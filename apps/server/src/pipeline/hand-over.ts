import type { ExpectedWork } from '../engines/work-cost.ts';
import { isErrorCode } from '../errors/error-codes.ts';
import { ServiceError } from '../errors/service-error.ts';
import { createId } from '../ids/create-id.ts';
import type { OperationContext } from '../operations/define-operation.ts';
import type { Job } from '../storage/jobs/job.ts';
import { createJob, type JobRequest, requireRunnable } from './create-job.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { replayResponse } from './replay-response.ts';
import type { RequestTrace } from './request-trace.ts';
import type { ResponseBody } from './response/response-body.ts';

/** A request that another node may run. */
export interface HandOverRequest extends JobRequest {
  readonly progress: OperationContext['progress'];
}

/** Work from which it pays to store the input and the result for another node, ms. */
const heavyMs = 100;

const isHeavy = (work: ExpectedWork | undefined): boolean =>
  work !== undefined && (work.resource === 'ocr' || work.ms >= heavyMs);

/**
 * Runs a heavy request on a worker: as a job that is charged there, and that is canceled when the client disconnects, the
 * time limit passes or this node dies.
 *
 * @returns undefined if the request is to be run here, since it is cheap, or no worker runs
 * @throws {ServiceError} that of the worker
 */
export async function handOver(
  request: HandOverRequest,
  context: PipelineContext,
  trace: RequestTrace,
): Promise<ResponseBody | undefined> {
  const { key, idempotencyKey, parsed, progress, signal } = request;
  const { workers, store, nodeId, now } = context;
  if (workers === undefined || !isHeavy(parsed.work) || !(await workers.isAvailable())) return undefined;
  await requireRunnable(request, context, trace);
  const { accountId } = key;
  const waiter = { nodeId, idempotencyKey };
  const job = await createJob(request, { id: createId('job'), metadata: {}, waiter }, context);
  try {
    await store.jobs.add([job]);
  } catch (error) {
    // It may have been added: the connection may have been lost after the commit.
    workers.cancelLater(job.id, accountId);
    throw error;
  }
  trace.endStep('submit');
  const cancel = () => store.jobs.cancel(job.id, accountId, { now: now(), expiresAt: now() });
  let ended: Job | undefined;
  try {
    ended = await workers.waitFor(job.id, { signal, onProgress: progress });
  } catch (error) {
    await cancel().catch(() => workers.cancelLater(job.id, accountId));
    throw error;
  }
  if (ended === undefined && (await cancel()) === 'canceled') return undefined;
  ended ??= await workers.waitFor(job.id, { signal, onProgress: progress });
  trace.endStep('worker');
  if (ended?.status === 'failed') throw toServiceError(ended.error);
  if (ended?.result === undefined) throw new Error(`the job ${job.id} has ended without a result`);
  trace.replayed = ended.isReplay;
  trace.creditsUsed = ended.credits;
  trace.creditsRemaining = (await store.accounts.find(accountId))?.available;
  return replayResponse(ended.result, key.id, context);
}

/** Reads the error of a job. */
function toServiceError(json: string | null): ServiceError {
  const { error, code, targetStatus, retryAfterSeconds } = JSON.parse(json ?? '{}') as Partial<
    Record<string, unknown>
  >;
  if (typeof code !== 'string' || !isErrorCode(code)) {
    return new ServiceError('internal_error', 'the service failed unexpectedly');
  }
  return new ServiceError(code, String(error), {
    ...(typeof targetStatus === 'number' && { targetStatus }),
    ...(typeof retryAfterSeconds === 'number' && { retryAfterSeconds }),
  });
}
