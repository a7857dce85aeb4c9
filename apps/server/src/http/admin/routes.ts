import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { quoteValue } from '../../errors/quote-value.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { isResourceId } from '../../ids/resource-id.ts';
import { validateInput } from '../../validation/validate-input.ts';
import { readJsonBodyInTime } from '../body/read-json-body-in-time.ts';
import type { AdminServices } from './endpoint.ts';
import { adminPrefix, listAdminEndpoints } from './endpoints.ts';
import { isModelId } from './model-endpoints.ts';
import { type AdminTokenOptions, createAdminTokenHook } from './require-admin-token.ts';

/** Dependencies of the admin API. */
export interface AdminContext extends AdminServices, AdminTokenOptions {
  /** Names of the operations that a key can be limited to. */
  readonly scopes: readonly string[];
}

const pathParameters = z.object({ id: z.string() });

/** Adds `/admin/v0`: accounts, credits, and keys, for clients with the admin token. */
export function addAdminRoutes(app: FastifyInstance, context: AdminContext): void {
  const routes = async (admin: FastifyInstance): Promise<void> => {
    admin.addHook('onRequest', createAdminTokenHook(context));
    for (const endpoint of listAdminEndpoints(context.scopes)) {
      admin.route({
        method: endpoint.method,
        url: endpoint.path,
        handler: async (request, reply) => {
          const id = endpoint.path.includes('/:id') ? readId(request) : '';
          const readBody = () => readJsonBodyInTime(request.raw);
          const response = await endpoint.handle({ id, query: request.query, readBody }, context);
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
