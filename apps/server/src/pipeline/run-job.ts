import { Deadline } from '@quern/runtime/deadline';
import { ServiceError } from '../errors/service-error.ts';
import type { Operation, OperationContext } from '../operations/define-operation.ts';
import type { StoredBody } from '../storage/driver/stored-body.ts';
import type { Job } from '../storage/jobs/job.ts';
import { chargeAndRun } from './charge-and-run.ts';
import { createCrawlPages } from './jobs/create-crawl-pages.ts';
import { readJobInput } from './jobs/encode-job-input.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { traceRequest } from './trace-request.ts';
import { withPreparedRun } from './with-prepared-run.ts';

/** A claimed job, and how it is run. */
export interface JobRun {
  readonly operation: Operation;
  readonly job: Job;
  /** Aborted when the job is canceled, the claim is lost, or the node shuts down. */
  readonly controller: AbortController;
  readonly progress: OperationContext['progress'];
  readonly publishPage: OperationContext['publishPage'];
}

/** An attempt of a job runs at most this long, ms. */
const timeLimitDefaultMs = 4 * 3_600_000;
const coordinatorTimeLimitMs = 24 * 3_600_000;

/**
 * Runs one attempt of a job through the same steps as a request whose client waits. Its success, the result included,
 * is recorded together with its charge; its failure is left to the caller.
 *
 * @returns The error of a failed attempt, as the client receives it; undefined if the job has succeeded.
 */
export async function runJob(
  { operation, job, controller, progress, publishPage }: JobRun,
  context: PipelineContext,
): Promise<ServiceError | undefined> {
  const { signal } = controller;
  const timeLimitMs = operation.isCoordinator === true ? coordinatorTimeLimitMs : timeLimitDefaultMs;
  const deadline = new Deadline(timeLimitMs);
  const onTimeout = (): void =>
    controller.abort(
      new ServiceError('time_limit', `the job was stopped after its time limit of ${timeLimitMs / 1000} s`),
    );
  deadline.signal.addEventListener('abort', onTimeout, { once: true });
  const origin = { requestId: job.requestId, authorization: undefined, client: 'job', controller };
  try {
    const outcome = await traceRequest(operation.name, origin, context, async (trace) => {
      trace.jobId = job.id;
      const key = await context.verifier.verifyId(job.keyId);
      trace.setKey(key);
      const parsed = operation.parse(await readJobInput(job.input, context.store.results, signal));
      trace.endStep('parse');
      const common = { operation, key, idempotencyKey: job.waiter?.idempotencyKey, signal };
      const pages = operation.isCoordinator === true ? createCrawlPages(job, context, signal) : undefined;
      await withPreparedRun(
        { ...common, parsed, dryRun: false, progress, publishPage, isBackground: true, pages },
        context,
        trace,
        async (prepared) => {
          const charged = await chargeAndRun(
            { ...common, requestId: job.requestId, input: parsed.input, prepared, job },
            context,
            trace,
          );
          if (charged.kind === 'charged') await charged.response.blob?.close();
          else await endWithReplay(job, charged.stored, context);
        },
      );
      // The result is read from where it was stored.
      return { kind: 'none' };
    });
    return outcome.ok ? undefined : outcome.error;
  } finally {
    deadline.clear();
  }
}

/** Ends a job whose request has a stored response for its Idempotency-Key. */
async function endWithReplay(
  job: Job,
  result: StoredBody,
  { store, now, retentionMs }: PipelineContext,
): Promise<void> {
  await store.jobs.succeedWithReplay(job, { result, now: now(), expiresAt: now() + retentionMs });
}
