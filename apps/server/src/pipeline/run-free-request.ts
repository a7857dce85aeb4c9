import type { KeyRecord } from '../storage/repositories/keys.ts';
import { admit } from './admit.ts';
import type { PipelineContext, RequestOrigin, RequestOutcome } from './pipeline-context.ts';
import type { RequestTrace } from './request-trace.ts';
import type { ResponseBody } from './response/response-body.ts';
import { traceRequest } from './trace-request.ts';

/** A request that costs nothing, such as for a stored result or a job. */
export interface FreeRequest extends RequestOrigin {
  /** Its name in the log and the metrics. */
  readonly name: string;
  /** The operation that the key must be allowed to call; undefined if any key may send the request. */
  readonly scope: string | undefined;
}

/**
 * Runs a request of a key that costs nothing. It passes the same admission as an operation.
 *
 * @returns An outcome; errors are part of it and never thrown.
 */
export function runFreeRequest(
  request: FreeRequest,
  context: PipelineContext,
  handle: (key: KeyRecord, trace: RequestTrace) => Promise<ResponseBody>,
): Promise<RequestOutcome> {
  const { name, scope } = request;
  return traceRequest(name, request, context, async (trace) => {
    const { key, release } = await admit(request, { scope }, context, trace, () => undefined);
    try {
      return await handle(key, trace);
    } finally {
      release();
    }
  });
}
