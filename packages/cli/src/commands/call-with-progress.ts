import type { CallOptions, OperationDescriptor, Quern, UntypedData } from '@quern/sdk';
import type { ProgressStream } from '../batch/progress-bar.ts';
import { JobProgress } from './job-progress.ts';

/** Options of `callWithProgress`. */
export interface ProgressCallOptions extends Pick<CallOptions, 'idempotencyKey' | 'requestId'> {
  /** Time after which the job is canceled, ms; undefined for none. */
  readonly timeoutMs?: number | undefined;
  /** The terminal that the progress is drawn on. */
  readonly stream: ProgressStream;
}

/**
 * Calls an operation as a job, draws its progress, and returns its result. The job is canceled when the command is
 * interrupted.
 *
 * @throws QuernError the error of the job; Error if it was interrupted or took too long
 */
export async function callWithProgress(
  client: Quern,
  operation: OperationDescriptor,
  input: object,
  { idempotencyKey, requestId, timeoutMs, stream }: ProgressCallOptions,
): Promise<UntypedData> {
  const { data: job } = await client.jobs.submit(operation, input, { idempotencyKey, requestId });
  const progress = new JobProgress(stream);
  const stop = new AbortController();
  const interrupt = (): void => stop.abort(new Error('interrupted; nothing was charged'));
  process.once('SIGINT', interrupt);
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(
          () => stop.abort(new Error(`no result within ${timeoutMs} ms; nothing was charged`)),
          timeoutMs,
        );
  try {
    const onProgress = progress.show.bind(progress);
    const { data } = await client.jobs.wait<UntypedData>(job.id, { signal: stop.signal, onProgress });
    return data ?? {};
  } catch (error) {
    if (stop.signal.aborted) await client.jobs.cancel(job.id).catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
    process.removeListener('SIGINT', interrupt);
    progress.end();
  }
}
