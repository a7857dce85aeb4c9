import { Deadline } from '@quern/runtime/deadline';
import { ServiceError } from '../errors/service-error.ts';
import type { Operation, OperationContext } from '../operations/define-operation.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';
import { admit } from './admit.ts';
import { chargeAndRun } from './charge-and-run.ts';
import { dryRun } from './dry-run.ts';
import { findReusableResult, type ReusableResult } from './find-reusable-result.ts';
import type {
  OperationRequest,
  PipelineContext,
  RequestOptions,
  RequestOutcome,
} from './pipeline-context.ts';
import type { RequestTrace } from './request-trace.ts';
import { requireMinimumCredits } from './require-minimum-credits.ts';
import type { ResponseBody } from './response-body.ts';
import { traceRequest } from './trace-request.ts';

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
  const { cost, timeLimitMs } = operation;
  const { key, options, release } = await admit(
    request,
    { scope: operation.name, work: { cost, bodyBytes: request.bodyBytes, timeLimitMs } },
    context,
    trace,
    request.readOptions,
  );
  const deadline = new Deadline(timeLimitMs);
  const onTimeout = (): void => request.controller.abort(timeLimitExceeded(operation));
  deadline.signal.addEventListener('abort', onTimeout, { once: true });
  let hasSucceeded = false;
  try {
    const body = await readAndRun(operation, request, { key, options, context, trace });
    hasSucceeded = !trace.replayed && !options.dryRun;
    return body;
  } finally {
    deadline.clear();
    release(hasSucceeded);
  }
}

interface AdmittedRequest {
  readonly key: KeyRecord;
  readonly options: RequestOptions;
  readonly context: PipelineContext;
  readonly trace: RequestTrace;
}

async function readAndRun(
  operation: Operation,
  request: OperationRequest,
  { key, options, context, trace }: AdmittedRequest,
): Promise<ResponseBody> {
  const { signal } = request.controller;
  const { idempotencyKey } = options;
  const bodyMemory = context.bodyMemoryBudget.allocate(key.id);
  let reusable: ReusableResult | undefined;
  try {
    const raw = await request.readInput(operation, (bytes) => bodyMemory.grow(bytes));
    const parsed = operation.parse(raw);
    trace.endStep('parse');
    const engines = context.engines.forCaller({ flow: key.id, observer: trace });
    parsed.requirePermitted(engines);
    const operationContext: OperationContext = { engines, signal, progress: () => undefined };
    const { dryRun: isDryRun } = options;
    reusable = await findReusableResult({ operation, parsed, key, dryRun: isDryRun, signal }, context);
    if (operation.hasPreparation && !isDryRun && reusable === undefined) {
      await requireMinimumCredits(operation, key, idempotencyKey, context, trace);
    }
    const prepared = reusable?.prepared ?? (await parsed.prepare(operationContext));
    signal.throwIfAborted();
    trace.endStep('price');
    if (isDryRun) return await dryRun(key, prepared, context, trace);
    const { requestId } = request;
    return await chargeAndRun(
      { operation, key, requestId, idempotencyKey, input: parsed.input, prepared, signal },
      context,
      trace,
    );
  } finally {
    reusable?.release();
    bodyMemory.release();
  }
}

const timeLimitExceeded = ({ name, timeLimitMs }: Operation): ServiceError =>
  new ServiceError('time_limit', `${name} was stopped after its time limit of ${timeLimitMs / 1000} s`);
