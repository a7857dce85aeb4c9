import type { ErrorCode } from '../errors/error-codes.ts';
import { toServiceError } from './errors/map-engine-error.ts';
import type { RequestOrigin, RequestOutcome, TraceContext } from './pipeline-context.ts';
import { RequestTrace } from './request-trace.ts';
import type { ResponseBody } from './response/response-body.ts';

/** Errors that a caller cannot cause: they do not count as failures of its key, and jobs are retried. */
export const serverErrorCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'internal_error',
  'overloaded',
  'draining',
  'engine_unavailable',
  'model_unavailable',
]);

/**
 * Runs a request and records it once, in the log and the metrics, however it ends.
 *
 * @param name Name of the request in both.
 * @returns The result of `run`, or its error as the client receives it.
 */
export async function traceRequest(
  name: string,
  request: RequestOrigin,
  context: TraceContext,
  run: (trace: RequestTrace) => Promise<ResponseBody>,
): Promise<RequestOutcome> {
  const trace = new RequestTrace(name, request, context.adjustWorkCount);
  try {
    const body = await run(trace);
    const record = trace.toRecord(trace.status);
    context.recordRequest(record);
    return { ok: true, body, record };
  } catch (thrown) {
    const error = toServiceError(thrown, request.controller.signal);
    if (trace.keyId !== undefined && !serverErrorCodes.has(error.code)) {
      context.failureDebt.add(trace.keyId, trace.workedMs);
    }
    const cause = error.status >= 500 ? (error.cause ?? thrown) : undefined;
    const record = trace.toRecord(error.status, error.code, cause);
    context.recordRequest(record);
    return { ok: false, error, record };
  }
}
