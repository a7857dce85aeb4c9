import type { KeyEndpoint } from '../endpoints/key-endpoint.ts';
import { describeJsonBody, describeQuery, idParameter } from './describe-query.ts';
import { describeData } from './envelope.ts';
import {
  bodyErrorCodes,
  describeErrorResponses,
  headerReferences,
  keyEndpointErrorCodes,
} from './error-responses.ts';
import type { SchemaComponents } from './schema-components.ts';

type Json = Record<string, unknown>;

const statusNames = { 200: 'Success', 201: 'Created', 202: 'Accepted' } as const;
const streamTypes: Readonly<Record<'events' | 'lines' | 'file', Json>> = {
  events: { 'text/event-stream': { schema: { type: 'string' } } },
  lines: { 'application/x-ndjson': { schema: { type: 'string' } } },
  // Bytes have no schema (OpenAPI 3.1, section 4.8.14.2).
  file: { '*/*': {} },
};

const lastEventIdParameter: Json = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description: 'The `id` of the last event that you have received; the stream continues after it',
};

/** Describes the endpoints for holders of API keys that are not operations. */
export function describeKeyEndpointPaths(
  endpoints: readonly KeyEndpoint<never>[],
  tag: string,
  schemas: SchemaComponents,
): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describe(endpoint, tag, schemas) };
  }
  return paths;
}

function describe(endpoint: KeyEndpoint<never>, tag: string, schemas: SchemaComponents): Json {
  const { operationId, path, summary, description, query, body, response, errors } = endpoint;
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    parameters: [
      { $ref: '#/components/parameters/RequestId' },
      ...(path.includes('/:id') ? [idParameter('Id of the resource')] : []),
      ...(response === 'events' ? [lastEventIdParameter] : []),
      ...describeQuery(query, schemas),
    ],
    ...(body === undefined ? {} : { requestBody: describeJsonBody(body, schemas) }),
    responses: {
      [String(endpoint.status ?? 200)]: {
        description: statusNames[endpoint.status ?? 200],
        headers: headerReferences([
          'X-Request-Id',
          ...(response === 'file' ? (['Content-Disposition', 'ETag'] as const) : []),
        ]),
        content:
          typeof response === 'string'
            ? streamTypes[response]
            : describeData(schemas.convert(response, 'output')),
      },
      ...describeErrorResponses([
        ...keyEndpointErrorCodes,
        ...(body === undefined ? [] : bodyErrorCodes),
        ...errors,
      ]),
    },
  };
}
