import type { FastifyInstance } from 'fastify';
import type { Operation } from '../operations/define-operation.ts';
import { readStoredResult } from '../operations/read-stored-result.ts';
import type { RunContext } from '../operations/run-context.ts';
import { originOf, setRunHeaders } from './request-origin.ts';
import type { RespondWithError } from './respond-with-error.ts';
import { sendBody } from './send-body.ts';

/** `GET /v0/<path>/<id>`: a result again, for the account that made it, until it expires. Costs nothing. */
export function addStoredResultRoutes(
  app: FastifyInstance,
  operations: readonly Operation[],
  context: RunContext,
  respondWithError: RespondWithError,
  responseStallMs: number,
): void {
  for (const operation of operations) {
    if (operation.keep === undefined) continue;
    app.get<{ Params: { id: string } }>(`/v0/${operation.keep.path}/:id`, async (request, reply) => {
      const origin = originOf(request, reply);
      const outcome = await readStoredResult(operation, request.params.id, origin, context);
      setRunHeaders(reply, outcome.record);
      if (!outcome.ok) return respondWithError(request, reply, outcome.error, origin.requestId);
      return sendBody(request, reply, outcome.body, responseStallMs);
    });
  }
}
