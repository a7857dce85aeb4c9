import type { FastifyInstance } from 'fastify';
import { quoteValue, ServiceError } from '../errors.ts';
import { requireScope } from '../keys/require-scope.ts';
import type { Operation } from '../operations/define-operation.ts';
import type { RunContext } from '../operations/run-context.ts';
import { requestIdOf } from './request-id.ts';
import { isResourceId } from './resource-id.ts';

/** `GET /v0/<path>/<id>`: a result again, for the account that made it, until it expires. Costs nothing. */
export function addKeptResultRoutes(
  app: FastifyInstance,
  operations: readonly Operation[],
  context: Pick<RunContext, 'verifier' | 'store' | 'now'>,
): void {
  for (const { keep, name } of operations) {
    if (keep === undefined) continue;
    app.get<{ Params: { id: string } }>(`/v0/${keep.path}/:id`, async (request, reply) => {
      const key = await context.verifier.verify(request.headers.authorization);
      requireScope(key, name);
      const { id } = request.params;
      const body = isResourceId(id)
        ? await context.store.results.find(id, key.accountId, name, context.now())
        : undefined;
      if (body === undefined) {
        throw new ServiceError('not_found', `there is no ${keep.field} ${quoteValue(id)}, or it has expired`);
      }
      reply.headers({
        'content-type': 'application/json; charset=utf-8',
        'x-request-id': requestIdOf(request.headers['x-request-id']),
      });
      return reply.send(`{"success":true,"data":${body}}`);
    });
  }
}
