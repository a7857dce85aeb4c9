import { JsonFragment } from '@quern/runtime/json-fragment';
import { errorCodes } from '../../errors/error-codes.ts';
import type { Job, NewJob } from '../../storage/jobs/job.ts';
import { responsePrefix, responseSuffix } from '../../storage/response-envelope.ts';
import type { ResultStore } from '../../storage/result-store.ts';
import { encodeResult, type ResponseBody, toBytes } from '../response/response-body.ts';

/** A job as clients see it, without its result. */
export interface JobDescription {
  readonly id: string;
  readonly operation: string;
  readonly status: string;
  readonly progress: { readonly fraction: number; readonly message: string | null };
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly expiresAt: number | null;
  readonly usage: number;
  readonly error?: unknown;
}

/** Describes a job; one that was just added is queued. */
export function describeJob(job: Job | NewJob): JobDescription {
  const { id, operation, metadata, createdAt } = job;
  const state = 'status' in job ? job : undefined;
  return {
    id,
    operation,
    status: state?.status ?? 'queued',
    progress: {
      fraction: state?.status === 'succeeded' ? 1 : (state?.progress ?? 0),
      message: state?.progressMessage ?? null,
    },
    metadata,
    createdAt,
    startedAt: state?.startedAt ?? null,
    finishedAt: state?.finishedAt ?? null,
    expiresAt: state?.expiresAt ?? null,
    usage: state?.credits ?? 0,
    ...(typeof state?.error === 'string' ? { error: JSON.parse(state.error) as unknown } : {}),
  };
}

/** Encodes a job without its result. */
export function encodeJob(job: Job | NewJob): ResponseBody {
  return { kind: 'bytes', bytes: toBytes(encodeResult(describeJob(job))) };
}

/**
 * Encodes a job with its result as `data`, which has the form of the synchronous response. A large result is streamed.
 *
 * @param acquire called if the body is a stream; returns the function to call when it has been closed
 */
export async function encodeJobWithResult(
  job: Job,
  results: Pick<ResultStore, 'open'>,
  acquire: () => () => void,
): Promise<ResponseBody> {
  const { result } = job;
  const description = describeJob(job);
  if (result === undefined) return { kind: 'bytes', bytes: toBytes(encodeResult(description)) };
  if (result.kind === 'inline') {
    const data = new JsonFragment(Buffer.from(result.body));
    return { kind: 'bytes', bytes: toBytes(encodeResult({ ...description, data })) };
  }
  const blob = await results.open(result.digest);
  if (blob === undefined) {
    return {
      kind: 'bytes',
      bytes: toBytes(encodeResult({ ...description, error: evictedResult(job.requestId) })),
    };
  }
  const head = JSON.stringify(description).slice(0, -1);
  const envelope = {
    prefix: Buffer.from(`${responsePrefix}${head},"data":`),
    suffix: Buffer.from(`}${responseSuffix}`),
  };
  return { kind: 'blob', blob, envelope, onClose: acquire() };
}

/** The error of a job whose result was evicted. */
export const evictedResult = (requestId: string): object => ({
  error: 'the result was removed to free space for newer ones',
  code: 'result_evicted',
  status: errorCodes.result_evicted.status,
  requestId,
});
