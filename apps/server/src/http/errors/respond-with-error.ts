import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors/service-error.ts';
import { mapStorageError } from '../../pipeline/errors/map-storage-error.ts';
import { requestIdOf } from '../request/request-id.ts';
import { createErrorResponse } from './error-response.ts';
import { isBodyPending, respondAndDrain } from './lingering-close.ts';

/** Sends the response for a thrown value. */
export type RespondWithError = (
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
  requestId?: string,
) => FastifyReply;

/**
 * Creates the function that sends error responses. A thrown value that is not an expected failure becomes a 500 without
 * details.
 *
 * @param onUnexpectedError called with each server error that the pipeline has not recorded
 */
export function createRespondWithError(
  publicUrl: () => string,
  onUnexpectedError: (error: unknown, requestId: string) => void,
): RespondWithError {
  return (request, reply, thrown, knownId) => {
    const requestId = knownId ?? requestIdOf(request, reply);
    const error = toServiceError(thrown);
    if (!(thrown instanceof ServiceError) && error.status >= 500) onUnexpectedError(thrown, requestId);
    const response = createErrorResponse(error, requestId, request.headers.accept, publicUrl());
    reply.code(response.status).headers(response.headers);
    if (!isBodyPending(request.raw)) return reply.send(response.body);
    // A small body is received within one turn of the event loop. Only if there is more to come must the connection be
    // closed, since the rest of the body would be parsed as the next request.
    setImmediate(() => {
      if (!isBodyPending(request.raw)) return reply.send(response.body);
      reply.headers({ connection: 'close', 'content-length': String(Buffer.byteLength(response.body)) });
      return reply.send(respondAndDrain(response.body, request.raw));
    });
    return reply;
  };
}

const messageLengthMax = 200;

/** Client errors of the framework, such as an invalid path, stay client errors. */
function toServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  const unavailable = mapStorageError(thrown);
  if (unavailable !== undefined) return unavailable;
  const status = thrown instanceof Error && 'statusCode' in thrown ? Number(thrown.statusCode) : 500;
  if (status >= 400 && status < 500) {
    return new ServiceError(
      'invalid_parameters',
      thrown instanceof Error ? thrown.message.slice(0, messageLengthMax) : 'the request is malformed',
    );
  }
  return new ServiceError('internal_error', 'the service failed unexpectedly; nothing was charged');
}
