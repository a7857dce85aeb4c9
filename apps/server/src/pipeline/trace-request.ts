import type { ErrorCode } from '../errors/error-codes.ts';
import type { ServiceError } from '../errors/service-error.ts';
import { toServiceError } from './map-engine-error.ts';
import type { PipelineContext, RequestOrigin, RequestOutcome } from './pipeline-context.ts';
import { RequestTrace } from './request-trace.ts';
import type { ResponseBody } from './response-body.ts';

/**
 * Runs a request and reports it once, to the log and the metrics, whatever became of it.
 *
 * @param name the request's name in both
 * @returns what `run` returned, or its error as the caller is to see it
 */
export async function traceRequest(
  name: string,
  request: RequestOrigin,
  context: PipelineContext,
  run: (trace: RequestTrace) => Promise<ResponseBody>,
): Promise<RequestOutcome> {
  const trace = new RequestTrace(name, request, context.adjustWaitingCount);
  try {
    const body = await run(trace);
    const record = trace.toRecord(200);
    context.recordRequest(record);
    return { ok: true, body, record };
  } catch (thrown) {
    const error = toServiceError(thrown, request.controller.signal);
    if (trace.keyId !== undefined && !isOurs(error)) context.failureBudget.spend(trace.keyId, trace.workedMs);
    const fault = error.status >= 500 ? (error.cause ?? thrown) : undefined;
    const record = trace.toRecord(error.status, error.code, fault);
    context.recordRequest(record);
    return { ok: false, error, record };
  }
}

/** Failures that a caller cannot bring about: they do not count against the key. */
const ours = new Set<ErrorCode>([
  'internal_error',
  'overloaded',
  'draining',
  'engine_unavailable',
  'model_unavailable',
]);
const isOurs = ({ code }: ServiceError): boolean => ours.has(code);
