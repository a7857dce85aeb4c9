import { type AdminEndpoint, ignored } from '../admin/endpoint.ts';
import { adminPrefix } from '../admin/endpoints.ts';
import { describeJsonBody, describeQuery, idParameter } from './describe-query.ts';
import { describeErrorResponses, headerReferences, listAdminErrorCodes } from './error-responses.ts';
import type { SchemaComponents } from './schema-components.ts';

type Json = Record<string, unknown>;

/** Describes the endpoints of the admin API. */
export function describeAdminPaths(endpoints: readonly AdminEndpoint[], schemas: SchemaComponents): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = `${adminPrefix}${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeEndpoint(endpoint, schemas) };
  }
  return paths;
}

function describeEndpoint(endpoint: AdminEndpoint, schemas: SchemaComponents): Json {
  const { operationId, path, summary, description, status, query, body, response, errors } = endpoint;
  const hasBody = body !== ignored;
  return {
    operationId,
    tags: ['admin'],
    summary,
    ...(description === undefined ? {} : { description }),
    security: [{ adminToken: [] }],
    parameters: [
      ...(path.includes('/:id') ? [idParameter('Id of the resource')] : []),
      ...(query === ignored ? [] : describeQuery(query, schemas)),
    ],
    ...(hasBody ? { requestBody: describeJsonBody(body, schemas) } : {}),
    responses: {
      [status]: {
        description: status === 201 ? 'Created' : 'Success',
        headers: headerReferences(['X-Request-Id']),
        content: { 'application/json': { schema: schemas.convert(response, 'output') } },
      },
      ...describeErrorResponses([...listAdminErrorCodes(hasBody), ...errors]),
    },
  };
}
