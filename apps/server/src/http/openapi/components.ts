import { errorCodes } from '../../errors/error-codes.ts';
import { responseHeaders } from '../headers/response-headers.ts';
import type { SchemaComponents } from './schema-components.ts';

type Json = Record<string, unknown>;

const errorProperties = {
  error: { type: 'string', description: 'What is wrong, with the offending value, and how to fix it' },
  code: { type: 'string', enum: Object.keys(errorCodes) },
  requestId: { type: 'string', description: 'Id of the request, which also identifies it in the log' },
};
const errorRequired = Object.keys(errorProperties);

/** Adds the schemas of errors and dry runs. */
export function addCommonSchemas(schemas: SchemaComponents): void {
  schemas.add('Error', { type: 'object', required: errorRequired, properties: errorProperties });
  schemas.add('Problem', {
    type: 'object',
    description:
      'Problem details (RFC 9457), for clients whose Accept header includes application/problem+json',
    required: ['type', 'title', 'status', 'detail', 'instance', ...errorRequired],
    properties: {
      type: { type: 'string', description: 'URL of the documentation of the error code' },
      title: { type: 'string', description: 'Title of the error code' },
      status: { type: 'integer', description: 'HTTP status of the response' },
      detail: { type: 'string', description: 'Same as `error`' },
      instance: { type: 'string', description: 'Same as `requestId`' },
      ...errorProperties,
    },
  });
  schemas.add('DryRun', {
    type: 'object',
    required: ['dryRun', 'price', 'balance'],
    properties: {
      dryRun: { const: true },
      price: { type: 'integer', description: 'Credits that the request would cost' },
      balance: { type: 'integer', description: 'Credits that the account has available' },
      tokenCount: { type: 'integer', description: 'Number of tokens, if the price depends on it' },
    },
  });
}

/** The request headers and query parameters that every operation accepts. */
export const requestParameters: Json = {
  RequestId: header(
    'X-Request-Id',
    { type: 'string', minLength: 1, maxLength: 128, pattern: '^[\\w.:/+=-]+$' },
    'Your id of the request; it is returned in the response and written to the log. One of another form is replaced by a new one',
  ),
  IdempotencyKey: header(
    'Idempotency-Key',
    { type: 'string', minLength: 1, maxLength: 255 },
    'Makes retries safe: the same key with the same body returns the stored response without a second charge',
  ),
  DryRun: header('X-Dry-Run', { type: 'boolean' }, 'Validates the request and returns its price only'),
  Prefer: header(
    'Prefer',
    { type: 'string', examples: ['respond-async'] },
    '`respond-async` (RFC 7240): the request becomes a job, and the response is sent at once',
  ),
  Metadata: {
    name: 'metadata',
    in: 'query',
    required: false,
    style: 'deepObject',
    explode: true,
    schema: { type: 'object', additionalProperties: { type: 'string', maxLength: 512 }, maxProperties: 16 },
    description:
      'Strings that the job is returned with and can be found by, such as `metadata[folder]=a`; ignored without `Prefer: respond-async`',
  },
};

/** The documented response headers. */
export const headerComponents: Json = Object.fromEntries(
  Object.entries(responseHeaders).map(([name, { type, description }]) => [
    name,
    { schema: { type }, description },
  ]),
);

function header(name: string, schema: Json, description: string): Json {
  return { name, in: 'header', required: false, schema, description };
}
