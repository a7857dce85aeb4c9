import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors/service-error.ts';
import { mapStorageError } from '../../pipeline/map-storage-error.ts';
import { resolveRequestId } from '../request-id.ts';
import { errorResponse } from './error-response.ts';
import { isBodyPending, respondAndDrain } from './lingering-close.ts';

export type RespondWithError = (
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
  requestId?: string,
) => FastifyReply;

/** Answers any thrown value; what is not a ServiceError is a 500 without detail, and goes to `onFault`. */
export function createRespondWithError(
  publicUrl: () => string,
  onFault: (fault: unknown, requestId: string) => void,
): RespondWithError {
  return (request, reply, thrown, knownId) => {
    const requestId = knownId ?? resolveRequestId(request.headers['x-request-id']);
    const error = asServiceError(thrown);
    if (!(thrown instanceof ServiceError) && error.status >= 500) onFault(thrown, requestId);
    const response = errorResponse(error, requestId, request.headers.accept, publicUrl());
    reply.code(response.status).headers(response.headers);
    if (!isBodyPending(request.raw)) return reply.send(response.body);
    // A body that came along with the headers is there after one turn of the event loop; only a body that is
    // still on its way costs the connection, since its rest would be taken for the next request.
    setImmediate(() => {
      if (!isBodyPending(request.raw)) return reply.send(response.body);
      reply.headers({ connection: 'close', 'content-length': String(Buffer.byteLength(response.body)) });
      return reply.send(respondAndDrain(response.body, request.raw));
    });
    return reply;
  };
}

const messageLengthMax = 200;

/** The framework's own client errors (a malformed request, say) keep being the client's. */
function asServiceError(thrown: unknown): ServiceError {
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
  return new ServiceError('internal_error', 'something went wrong on our side; nothing was charged');
}
