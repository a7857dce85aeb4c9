import { z } from 'zod';
import { type AdminEndpoint, ignored } from '../admin/endpoint.ts';
import { adminPrefix } from '../admin/endpoints.ts';
import { describeErrorResponses, listAdminErrorCodes } from './error-responses.ts';
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

const objectSchema = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ description: z.string().optional() })).default({}),
  required: z.array(z.string()).default([]),
});

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
      ...(path.includes('/:id')
        ? [
            {
              name: 'id',
              in: 'path',
              required: true,
              schema: { type: 'string' },
              description: 'Id of the resource',
            },
          ]
        : []),
      ...(query === ignored ? [] : describeQuery(query, schemas)),
    ],
    ...(hasBody ? { requestBody: describeBody(body, schemas) } : {}),
    responses: {
      [status]: {
        description: status === 201 ? 'Created' : 'Success',
        content: { 'application/json': { schema: schemas.convert(response, 'output') } },
      },
      ...describeErrorResponses([...listAdminErrorCodes(hasBody), ...errors]),
    },
  };
}

function describeQuery(query: z.ZodType, schemas: SchemaComponents): Json[] {
  const { properties, required } = objectSchema.parse(schemas.convert(query, 'input'));
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
    ...(description === undefined ? {} : { description }),
  }));
}

function describeBody(body: z.ZodType, schemas: SchemaComponents): Json {
  const schema = schemas.convert(body, 'input');
  return {
    required: objectSchema.parse(schema).required.length > 0,
    content: { 'application/json': { schema } },
  };
}
