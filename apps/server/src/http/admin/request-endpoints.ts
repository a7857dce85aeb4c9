import { z } from 'zod';
import { printableText } from '../../validation/printable-text.ts';
import { loggedRequestSchema } from '../requests/request-schema.ts';
import { type AdminEndpoint, defineAdminEndpoint, ignored } from './endpoint.ts';
import { pageLimitField, resourceIdField } from './schemas.ts';

/** The last requests for operations. */
export const requestEndpoints: readonly AdminEndpoint[] = [
  defineAdminEndpoint({
    operationId: 'listRequests',
    method: 'GET',
    path: '/requests',
    summary: 'List the last requests for operations, the last one first',
    description:
      'Without their content, as the node that receives this request remembers them: up to 10,000 since its start.',
    status: 200,
    errors: [],
    query: z.object({
      accountId: resourceIdField.optional().describe('Only requests of this account'),
      keyId: resourceIdField.optional().describe('Only requests with this key'),
      operation: printableText(1, 50).optional().describe('Only requests for this operation'),
      code: printableText(1, 50).optional().describe('Only requests with this error'),
      limit: pageLimitField,
    }),
    body: ignored,
    response: z.object({ requests: z.array(loggedRequestSchema) }),
    handle: async ({ query: { limit, ...filter } }, { requests }) => ({
      requests: requests.list(filter, limit),
    }),
  }),
];
