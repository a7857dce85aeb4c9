import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../operations/define-operation.ts';
import type { PipelineContext } from '../../pipeline/pipeline-context.ts';
import { readStoredResult } from '../../pipeline/read-stored-result.ts';
import { sendBody } from '../body/send-body.ts';
import type { RespondWithError } from '../errors/respond-with-error.ts';
import { createRequestOrigin, setResponseHeaders } from '../request/request-origin.ts';

/**
 * Adds `GET /v0/<path>/<id>` for operations whose results are stored. It returns a result to the account that requested
 * it, without a charge, until it expires.
 *
 * @param responseStallMs see sendBody
 */
export function addStoredResultRoutes(
  app: FastifyInstance,
  operations: readonly Operation[],
  context: PipelineContext,
  respondWithError: RespondWithError,
  responseStallMs: number,
): void {
  for (const operation of operations) {
    if (operation.storedResult === undefined) continue;
    app.get<{ Params: { id: string } }>(`/v0/${operation.storedResult.path}/:id`, async (request, reply) => {
      const origin = createRequestOrigin(request, reply);
      const outcome = await readStoredResult(operation, request.params.id, origin, context);
      setResponseHeaders(reply, outcome.record);
      if (!outcome.ok) return respondWithError(request, reply, outcome.error, origin.requestId);
      return sendBody(request, reply, outcome.body, responseStallMs);
    });
  }
}
