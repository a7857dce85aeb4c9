import { TimeLimit } from '@quern/runtime/scheduling/time-limit';
import { ServiceError } from '../errors/service-error.ts';
import type { Operation } from '../operations/define-operation.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';
import { admit } from './admit.ts';
import { type ChargedResponse, chargeAndRun } from './charge-and-run.ts';
import { dryRun } from './dry-run.ts';
import { handOver } from './hand-over.ts';
import { encodeJob } from './jobs/encode-job.ts';
import type {
  OperationRequest,
  PipelineContext,
  RequestOptions,
  RequestOutcome,
} from './pipeline-context.ts';
import { replayResponse } from './replay-response.ts';
import type { RequestTrace } from './request-trace.ts';
import type { ResponseBody } from './response/response-body.ts';
import { submitJob } from './submit-job.ts';
import { traceRequest } from './trace-request.ts';
import { type ParsedOperationRequest, withPreparedRun } from './with-prepared-run.ts';

/**
 * Runs a request for an operation: authenticate → scope → limits → read and parse the body → price → reserve → run →
 * store → settle or refund → one log line. No operation bypasses it, and only it spends credits.
 *
 * @returns An outcome; errors are part of it and never thrown.
 */
export function runOperation(
  operation: Operation,
  request: OperationRequest,
  context: PipelineContext,
): Promise<RequestOutcome> {
  return traceRequest(operation.name, request, context, (trace) =>
    admitAndRun(operation, request, context, trace),
  );
}

async function admitAndRun(
  operation: Operation,
  request: OperationRequest,
  context: PipelineContext,
  trace: RequestTrace,
): Promise<ResponseBody> {
  const { name, timeLimitMs } = operation;
  const { key, options, release } = await admit(
    request,
    {
      scope: name,
      // A job waits in its queue for as long as it takes.
      expectWork: ({ job }) =>
        job === undefined
          ? {
              operation: name,
              least: operation.expectWork(0),
              declaredMs: operation.expectWork(request.bodyBytes ?? undeclaredBytes)?.ms ?? 0,
            }
          : undefined,
    },
    context,
    trace,
    request.readOptions,
  );
  const timeLimit = new TimeLimit({
    limitMs: timeLimitMs,
    onExceeded: () => request.controller.abort(timeLimitExceeded(operation)),
    // The body and the pages of websites must arrive within the time.
    countsIdle: true,
    observer: trace,
  });
  try {
    return await readAndRun(operation, request, { key, options, context, trace, timeLimit });
  } finally {
    timeLimit.stop();
    release();
  }
}

interface AdmittedRequest {
  readonly key: KeyRecord;
  readonly options: RequestOptions;
  readonly context: PipelineContext;
  readonly trace: RequestTrace;
  readonly timeLimit: TimeLimit;
}

/** Assumed length of a body whose request does not declare it. */
const undeclaredBytes = 64 * 1024;

async function readAndRun(
  operation: Operation,
  request: OperationRequest,
  { key, options, context, trace, timeLimit }: AdmittedRequest,
): Promise<ResponseBody> {
  const { requestId, controller } = request;
  const { signal } = controller;
  const bodyMemory = context.bodyMemoryBudget.allocate(key.id);
  try {
    const received = request.readInput(operation, (bytes) => bodyMemory.grow(bytes));
    const raw = received instanceof Promise ? await received : received;
    const parsed = operation.parse(raw);
    trace.endStep('parse');
    const common = { operation, key, idempotencyKey: options.idempotencyKey, signal };
    if (options.job !== undefined && !options.dryRun) {
      const { metadata } = options.job;
      const job = await submitJob({ ...common, requestId, metadata, raw, parsed }, context, trace);
      trace.endStep('submit');
      trace.status = 202;
      trace.jobId = job.id;
      return encodeJob(job);
    }
    const { dryRun: isDryRun } = options;
    const progress = request.progress ?? (() => undefined);
    if (!isDryRun && context.workers !== undefined) {
      const body = await handOver({ ...common, requestId, raw, parsed, progress }, context, trace);
      if (body !== undefined) return body;
    }
    trace.isDryRun = isDryRun;
    const run = { ...common, parsed, dryRun: isDryRun, observer: timeLimit, progress, isBackground: false };
    return await runParsed(run, requestId, context, trace);
  } finally {
    bodyMemory.release();
  }
}

/** Runs a request, and counts its work while it waits and runs. @throws {ServiceError} if it would wait too long */
async function runParsed(
  request: ParsedOperationRequest,
  requestId: string,
  context: PipelineContext,
  trace: RequestTrace,
): Promise<ResponseBody> {
  const { operation, parsed, key, dryRun: isDryRun } = request;
  const ticket = context.loadShedder.admit({
    keyId: key.id,
    operation: operation.name,
    work: parsed.work,
    isDeferred: context.failureDebt.isInDebt(key.id),
  });
  // Only work that was computed to its end predicts that of others.
  let workedMs: number | undefined;
  try {
    const response = await withPreparedRun<ResponseBody | ChargedResponse>(
      request,
      context,
      trace,
      (prepared) =>
        isDryRun
          ? dryRun(key, prepared, context, trace)
          : chargeAndRun({ ...request, requestId, input: parsed.input, prepared }, context, trace),
    );
    if (!trace.replayed && !trace.reused && !isDryRun) workedMs = trace.workedMs;
    return toResponseBody(response, key.id, context);
  } finally {
    ticket.end(workedMs);
  }
}

function toResponseBody(
  response: ResponseBody | ChargedResponse,
  keyId: string,
  context: PipelineContext,
): ResponseBody | Promise<ResponseBody> {
  if (response.kind === 'replayed') return replayResponse(response.stored, keyId, context);
  if (response.kind !== 'charged') return response;
  const { bytes, blob } = response.response;
  if (blob === undefined) return { kind: 'bytes', bytes };
  return { kind: 'blob', blob, onClose: context.openResponses.acquire(keyId) };
}

const timeLimitExceeded = ({ name, timeLimitMs }: Operation): ServiceError =>
  new ServiceError('time_limit', `${name} was stopped after its time limit of ${timeLimitMs / 1000} s`);
