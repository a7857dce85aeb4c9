import type { FastifyInstance, FastifyRequest } from 'fastify';
import { quoteValue } from '../../errors/quote-value.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { Operation } from '../../operations/define-operation.ts';
import { bodyBytesMax } from '../../operations/uploaded-file.ts';
import type { PipelineContext } from '../../pipeline/pipeline-context.ts';
import { runOperation } from '../../pipeline/run-operation.ts';
import { readIdempotencyKey } from '../../validation/read-idempotency-key.ts';
import { sendBody } from '../body/send-body.ts';
import { readMetadata } from '../endpoints/read-metadata.ts';
import type { RespondWithError } from '../errors/respond-with-error.ts';
import { createRequestOrigin, setResponseHeaders } from '../request/request-origin.ts';
import { prefersAsync } from './prefers-async.ts';
import { readInput } from './read-input.ts';

/**
 * Adds `POST /v0/<operation>` for each operation: passes the headers and the body to the pipeline, and sends its outcome.
 *
 * @param responseStallMs see sendBody
 */
export function addOperationRoutes(
  app: FastifyInstance,
  operations: readonly Operation[],
  context: PipelineContext,
  respondWithError: RespondWithError,
  responseStallMs: number,
): void {
  for (const operation of operations) {
    app.post(`/v0/${operation.name}`, async (request, reply) => {
      const origin = createRequestOrigin(request, reply);
      const outcome = await runOperation(
        operation,
        {
          ...origin,
          bodyBytes: declaredLength(request),
          readOptions: () => ({
            idempotencyKey: readIdempotencyKey(request.headers['idempotency-key'], 'Idempotency-Key'),
            dryRun: readDryRun(request),
            job:
              operation.isCoordinator === true || prefersAsync(request.headers['prefer'])
                ? { metadata: readMetadata(request.query) }
                : undefined,
          }),
          readInput: (requested, countBytes) =>
            readInput(request.raw, requested, origin.controller.signal, countBytes),
        },
        context,
      );
      setResponseHeaders(reply, outcome.record);
      if (!outcome.ok) return respondWithError(request, reply, outcome.error, origin.requestId);
      const { status, jobId } = outcome.record;
      if (status === 202) {
        reply.code(status).header('location', `/v0/jobs/${jobId}`);
        if (prefersAsync(request.headers['prefer'])) reply.header('preference-applied', 'respond-async');
      }
      return sendBody(request, reply, outcome.body, responseStallMs);
    });
  }
}

function declaredLength(request: FastifyRequest): number | undefined {
  const header = request.headers['content-length'];
  if (header === undefined) return undefined;
  // A body that is too large is rejected before it is read: it is no work that the request would have to wait for.
  return Number(header) > bodyBytesMax ? 0 : Number(header);
}

function readDryRun(request: FastifyRequest): boolean {
  const header = request.headers['x-dry-run'];
  if (header === undefined) return false;
  const value = String(header).trim().toLowerCase();
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  throw new ServiceError(
    'invalid_parameters',
    `X-Dry-Run: must be true or false (received ${quoteValue(String(header))})`,
  );
}
