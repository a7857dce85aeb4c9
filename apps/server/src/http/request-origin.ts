import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../errors/service-error.ts';
import type { RequestOrigin, RequestRecord } from '../pipeline/pipeline-context.ts';
import { formatServerTiming } from '../telemetry/server-timing.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { resolveRequestId } from './request-id.ts';

/** Who sends this request; its controller is aborted when the connection closes before the response was sent. */
export function createRequestOrigin(request: FastifyRequest, reply: FastifyReply): RequestOrigin {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) {
      controller.abort(new ServiceError('client_gone', 'the client closed the connection before the answer'));
    }
  });
  return {
    requestId: resolveRequestId(request.headers['x-request-id']),
    authorization: request.headers.authorization,
    client: request.ip,
    controller,
  };
}

/** The headers that every response to a key has. */
export function setResponseHeaders(reply: FastifyReply, record: RequestRecord): void {
  const headers: Record<string, string> = {
    'x-request-id': record.requestId,
    'x-credits-used': String(record.creditsUsed),
    'server-timing': formatServerTiming(record),
  };
  if (record.creditsRemaining !== undefined) headers['x-credits-remaining'] = String(record.creditsRemaining);
  if (record.rate !== undefined) Object.assign(headers, rateLimitHeaders(record.rate));
  if (record.replayed) headers['idempotent-replayed'] = 'true';
  reply.headers(headers);
}
