import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors/service-error.ts';
import type { RequestOrigin, RequestRecord } from '../../pipeline/pipeline-context.ts';
import { rateLimitHeaders } from '../headers/rate-limit-headers.ts';
import { requestIdOf } from './request-id.ts';

/** Describes the sender of a request. Its controller is aborted if the connection closes before the response is sent. */
export function createRequestOrigin(request: FastifyRequest, reply: FastifyReply): RequestOrigin {
  const controller = new AbortController();
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) {
      controller.abort(
        new ServiceError('client_gone', 'the client closed the connection before the response'),
      );
    }
  });
  return {
    requestId: requestIdOf(request, reply),
    authorization: request.headers.authorization,
    client: request.ip,
    controller,
  };
}

/** Sets the headers of a response to a request that went through the pipeline. */
export function setResponseHeaders(reply: FastifyReply, record: RequestRecord): void {
  reply.header('x-request-id', record.requestId);
  reply.header('x-credits-used', String(record.creditsUsed));
  reply.header('server-timing', record.timing);
  if (record.creditsRemaining !== undefined) {
    reply.header('x-credits-remaining', String(record.creditsRemaining));
  }
  if (record.rate !== undefined) reply.headers(rateLimitHeaders(record.rate));
  if (record.replayed) reply.header('idempotent-replayed', 'true');
}
