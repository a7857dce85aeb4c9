import { z } from 'zod';
import { type ErrorCode, errorCodes } from '../../errors/error-codes.ts';
import type { Operation } from '../../operations/define-operation.ts';

type Json = Record<string, unknown>;

/** Codes that an operation may return, by status; `conflict` is returned by the admin API alone. */
const statusGroups = Object.entries(errorCodes).reduce((groups, [code, entry]) => {
  if (entry.status !== 499 && code !== 'conflict') {
    groups.set(entry.status, [...(groups.get(entry.status) ?? []), code as ErrorCode]);
  }
  return groups;
}, new Map<number, ErrorCode[]>());

/** The OpenAPI 3.1 document, made from the same schemas that check requests. */
export function createOpenApiDocument(operations: readonly Operation[], serverUrl: string): Json {
  const paths: Json = {};
  for (const operation of operations) {
    paths[`/${operation.name}`] = { post: describeOperation(operation) };
    if (operation.storedResult)
      paths[`/${operation.storedResult.path}/{id}`] = { get: describeKept(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quern',
      // The version of the interface description, as the specification labels it (section 9), not of the package.
      version: '1.0.0',
      description:
        'Summaries, site maps, entities, sentiment, OCR and markdown from one self-hosted service.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key' } },
      schemas: { Error: errorSchema(), Problem: problemSchema(), DryRun: dryRunSchema() },
      parameters: parameters(),
      headers: headers(),
    },
  };
}

function describeOperation(operation: Operation): Json {
  return {
    operationId: camelCase(operation.name),
    summary: operation.title,
    description: `${operation.description}\n\nCost: ${operation.price.text}. Scope: \`${operation.name}\`.`,
    parameters: ['RequestId', 'IdempotencyKey', 'DryRun'].map((name) => ({
      $ref: `#/components/parameters/${name}`,
    })),
    requestBody: {
      required: true,
      content: Object.fromEntries(operation.consumes.map((type) => [type, bodyOf(operation, type)])),
    },
    responses: { '200': success(operation), ...errors() },
  };
}

function bodyOf(operation: Operation, type: string): Json {
  if (type === 'multipart/form-data' && operation.multipartSchema)
    return { schema: operation.multipartSchema };
  const schema = schemaOf(operation.input, 'input');
  const { files: _files, ...properties } = (schema['properties'] ?? {}) as Json;
  return { schema: { ...schema, properties }, example: operation.example.input };
}

const resultHeaders = [
  'X-Request-Id',
  'X-Credits-Used',
  'X-Credits-Remaining',
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Idempotent-Replayed',
  'Server-Timing',
];

function success(operation: Operation): Json {
  const result = schemaOf(operation.output, 'output');
  return {
    description: 'The result; with `X-Dry-Run: true` only its price',
    headers: headerRefs(resultHeaders),
    content: envelope(operation, { anyOf: [result, { $ref: '#/components/schemas/DryRun' }] }),
  };
}

function envelope(operation: Operation, data: Json): Json {
  const schema = {
    type: 'object',
    required: ['success', 'data'],
    properties: { success: { const: true }, data },
  };
  return { 'application/json': { schema, example: { success: true, data: operation.example.output } } };
}

const headerRefs = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

function describeKept(operation: Operation): Json {
  return {
    operationId: `${camelCase(operation.name)}Again`,
    summary: `Get a result of ${operation.name} again`,
    description: 'The same result, without a charge, for the account that made it, until it expires.',
    parameters: [
      { $ref: '#/components/parameters/RequestId' },
      {
        name: 'id',
        in: 'path',
        required: true,
        schema: { type: 'string' },
        description: `\`${operation.storedResult?.field}\``,
      },
    ],
    responses: {
      '200': {
        description: 'The result as it was',
        headers: headerRefs(['X-Request-Id']),
        content: envelope(operation, schemaOf(operation.output, 'output')),
      },
      ...errors([401, 403, 404, 429, 500, 503]),
    },
  };
}

/** What an error of a status brings along beside the id of its request. */
const errorHeaders: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  409: ['Retry-After'],
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  503: ['Retry-After'],
};

/** Every operation is a POST on a path of its own: 404 is for resources alone, 405 for another method. */
function errors(only?: readonly number[]): Json {
  const groups = [...statusGroups].filter(([status]) => only?.includes(status) ?? status !== 404);
  return Object.fromEntries(
    groups
      .sort(([left], [right]) => left - right)
      .map(([status, codes]) => [
        String(status),
        {
          description: codes.map((code) => `\`${code}\`: ${errorCodes[code].title}`).join('\n\n'),
          headers: headerRefs(['X-Request-Id', ...(errorHeaders[status] ?? [])]),
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Error' } },
            'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
          },
        },
      ]),
  );
}

function errorSchema(): Json {
  return {
    type: 'object',
    required: ['error', 'code', 'requestId'],
    properties: {
      error: { type: 'string', description: 'What was wrong, with the offending value, and what to do' },
      code: { type: 'string', enum: Object.keys(errorCodes) },
      requestId: { type: 'string', description: 'Finds the request in the log' },
    },
  };
}

/** Problem details (RFC 9457), for a client whose Accept asks for them. */
function problemSchema(): Json {
  const { required, properties } = errorSchema() as { required: string[]; properties: Json };
  return {
    type: 'object',
    required: ['type', 'title', 'status', 'detail', 'instance', ...required],
    properties: {
      type: { type: 'string', description: 'The page of the code' },
      title: { type: 'string', description: 'What the code means' },
      status: { type: 'integer', description: 'The status of the answer' },
      detail: { type: 'string', description: 'The same as `error`' },
      instance: { type: 'string', description: 'The same as `requestId`' },
      ...properties,
    },
  };
}

function dryRunSchema(): Json {
  return {
    type: 'object',
    required: ['dryRun', 'price', 'balance'],
    properties: {
      dryRun: { const: true },
      price: { type: 'integer', description: 'Credits the request would cost' },
      balance: { type: 'integer', description: 'Credits the account has' },
      tokenCount: { type: 'integer', description: 'Tokens, where the price depends on them' },
    },
  };
}

function parameters(): Json {
  const header = (name: string, schema: Json, description: string): Json => ({
    name,
    in: 'header',
    required: false,
    schema,
    description,
  });
  return {
    RequestId: header(
      'X-Request-Id',
      { type: 'string', maxLength: 128 },
      'Your id of the request; comes back in the answer and the log',
    ),
    IdempotencyKey: header(
      'Idempotency-Key',
      { type: 'string', minLength: 1, maxLength: 255 },
      'The same key and body give the stored 200 again, without a second charge',
    ),
    DryRun: header('X-Dry-Run', { type: 'boolean' }, 'Only checks the request and tells its price'),
  };
}

function headers(): Json {
  const header = (type: string, description: string): Json => ({ schema: { type }, description });
  return {
    'X-Request-Id': header('string', 'Id of the request'),
    'X-Credits-Used': header('integer', 'Credits charged'),
    'X-Credits-Remaining': header('integer', 'Credits the account has left'),
    RateLimit: header('string', 'What is left in this minute (draft-ietf-httpapi-ratelimit-headers)'),
    'RateLimit-Policy': header('string', 'Requests a minute'),
    'X-RateLimit-Limit': header('integer', 'Requests a minute'),
    'X-RateLimit-Remaining': header('integer', 'Requests left in this minute'),
    'X-RateLimit-Reset': header('integer', 'Seconds until the minute starts anew'),
    'Idempotent-Replayed': header('string', '`true` when it is the stored answer of an earlier request'),
    'Retry-After': header('integer', 'Seconds after which a new try makes sense, where one does'),
    'WWW-Authenticate': header('string', 'How to authenticate: Bearer'),
    Allow: header('string', 'The methods of the path'),
    'Server-Timing': header('string', 'Milliseconds of each step'),
  };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return json;
}

const camelCase = (name: string): string =>
  name.replace(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase());
