import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../errors.ts';
import { rateHeaders } from '../limits/rate-limiter.ts';
import type { Operation } from '../operations/define-operation.ts';
import type { RunContext, RunRecord } from '../operations/run-context.ts';
import { runOperation } from '../operations/run-operation.ts';
import { readInput } from './read-input.ts';
import { requestIdOf } from './request-id.ts';
import type { RespondWithError } from './respond-with-error.ts';
import { serverTiming } from './server-timing.ts';

const idempotencyKeyMax = 255;

/** `POST /v0/<operation>`: headers and body in, the runner, the envelope out. */
export function addOperationRoutes(
  app: FastifyInstance,
  operations: readonly Operation[],
  context: RunContext,
  respondWithError: RespondWithError,
): void {
  for (const operation of operations) {
    app.post(`/v0/${operation.name}`, async (request, reply) => {
      const requestId = requestIdOf(request.headers['x-request-id']);
      const controller = abortWhenGone(reply);
      const outcome = await runOperation(
        operation,
        {
          requestId,
          authorization: request.headers.authorization,
          client: request.ip,
          readOptions: () => ({ idempotencyKey: readIdempotencyKey(request), dryRun: readDryRun(request) }),
          controller,
          readInput: (asked) => readInput(request.raw, asked, controller.signal),
        },
        context,
      );
      setHeaders(reply, outcome.record);
      if (!outcome.ok) return respondWithError(request, reply, outcome.error, requestId);
      reply.header('content-type', 'application/json; charset=utf-8');
      return reply.send(`{"success":true,"data":${outcome.dataJson}}`);
    });
  }
}

function setHeaders(reply: FastifyReply, record: RunRecord): void {
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

/** Aborted when the connection closes before the answer was written. */
function abortWhenGone(reply: FastifyReply): AbortController {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) {
      controller.abort(new ServiceError('client_gone', 'the client closed the connection before the answer'));
    }
  });
  return controller;
}

function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || header.length === 0 || header.length > idempotencyKeyMax) {
    throw new ServiceError(
      'invalid_parameters',
      `Idempotency-Key: must have 1 to ${idempotencyKeyMax} characters`,
    );
  }
  return header;
}

function readDryRun(request: FastifyRequest): boolean {
  const header = request.headers['x-dry-run'];
  if (header === undefined) return false;
  const value = String(header).trim().toLowerCase();
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  throw new ServiceError(
    'invalid_parameters',
    `X-Dry-Run: must be true or false (it is ${JSON.stringify(header)})`,
  );
}
