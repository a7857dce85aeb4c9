import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../errors.ts';
import { rateHeaders } from '../limits/rate-limiter.ts';
import type { RequestOrigin, RunRecord } from '../operations/run-context.ts';
import { requestIdOf } from './request-id.ts';
import { serverTiming } from './server-timing.ts';

/** Who sends this request; its controller is aborted when the connection closes before the response was sent. */
export function originOf(request: FastifyRequest, reply: FastifyReply): RequestOrigin {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) {
      controller.abort(new ServiceError('client_gone', 'the client closed the connection before the answer'));
    }
  });
  return {
    requestId: requestIdOf(request.headers['x-request-id']),
    authorization: request.headers.authorization,
    client: request.ip,
    controller,
  };
}

/** The headers that every response to a key has. */
export function setRunHeaders(reply: FastifyReply, record: RunRecord): void {
  const headers: Record<string, string> = {
    'x-request-id': record.requestId,
    'x-credits-used': String(record.creditsUsed),
    'server-timing': serverTiming(record),
  };
  if (record.creditsRemaining !== undefined) headers['x-credits-remaining'] = String(record.creditsRemaining);
  if (record.rate !== undefined) Object.assign(headers, rateHeaders(record.rate));
  if (record.replayed) headers['idempotent-replayed'] = 'true';
  reply.headers(headers);
}
