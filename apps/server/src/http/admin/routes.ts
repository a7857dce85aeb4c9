import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AuditOrigin } from '../../audit/audit-log.ts';
import { quoteValue } from '../../errors/quote-value.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { isResourceId } from '../../ids/resource-id.ts';
import { validateInput } from '../../validation/validate-input.ts';
import { readJsonBodyInTime } from '../body/read-json-body-in-time.ts';
import { requestIdOf } from '../request/request-id.ts';
import { createTokenCheck, type TokenCheckOptions } from '../request/token-check.ts';
import type { AdminServices } from './endpoint.ts';
import { adminPrefix, listAdminEndpoints } from './endpoints.ts';
import { isModelId } from './model-endpoints.ts';

/** Dependencies of the admin API. */
export interface AdminContext extends AdminServices, TokenCheckOptions {
  /** Names of the operations that a key can be limited to. */
  readonly scopes: readonly string[];
}

const pathParameters = z.object({ id: z.string() });

/** Adds `/admin/v0`: accounts, credits, and keys, for clients with the admin token. */
export function addAdminRoutes(app: FastifyInstance, context: AdminContext): void {
  const routes = async (admin: FastifyInstance): Promise<void> => {
    const requireAdminToken = createTokenCheck('admin', context);
    const origins = new WeakMap<FastifyRequest, AuditOrigin>();
    admin.addHook('onRequest', async (request, reply) => {
      const requestId = requestIdOf(request, reply);
      origins.set(request, { actor: requireAdminToken(request), requestId });
    });
    for (const endpoint of listAdminEndpoints(context.scopes)) {
      admin.route({
        method: endpoint.method,
        url: endpoint.path,
        handler: async (request, reply) => {
          const id = endpoint.path.includes('/:id') ? readId(request) : '';
          const origin = origins.get(request);
          if (origin === undefined) throw new Error('the admin token was not verified');
          const readBody = () => readJsonBodyInTime(request.raw);
          const response = await endpoint.handle({ id, query: request.query, origin, readBody }, context);
          return reply.code(endpoint.status).send(response);
        },
      });
    }
  };
  app.register(routes, { prefix: adminPrefix });
}

/** @throws ServiceError `not_found` if the id of the path cannot be one */
function readId(request: FastifyRequest): string {
  const { id } = validateInput(pathParameters, request.params);
  if (isResourceId(id) || isModelId(id)) return id;
  throw new ServiceError('not_found', `there is no resource ${quoteValue(id)}`);
}
