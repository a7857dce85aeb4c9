import type { Operation } from '../../operations/define-operation.ts';
import type { ResponseHeaderName } from '../headers/response-headers.ts';
import { jobSchema } from '../jobs/job-schemas.ts';
import { idParameter } from './describe-query.ts';
import { describeData, envelopeSchema } from './envelope.ts';
import {
  describeErrorResponses,
  headerReferences,
  operationErrorCodes,
  storedResultErrorCodes,
} from './error-responses.ts';
import { describeBody } from './request-body.ts';
import type { SchemaComponents } from './schema-components.ts';

type Json = Record<string, unknown>;

const resultHeaders: readonly ResponseHeaderName[] = [
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

/** Describes an operation and, if its results are stored, the path that returns them again. */
export function describeOperationPaths(operation: Operation, schemas: SchemaComponents): Json {
  const paths: Json = { [`/v0/${operation.name}`]: { post: describeOperation(operation, schemas) } };
  if (operation.storedResult !== undefined) {
    const { path, field } = operation.storedResult;
    paths[`/v0/${path}/{id}`] = { get: describeStoredResult(operation, field, schemas) };
  }
  return paths;
}

function describeOperation(operation: Operation, schemas: SchemaComponents): Json {
  const { name, title, description, price, primaryInput, plainResult, consumes, errors } = operation;
  const bodies = consumes.map((type) => [type, describeBody(operation, type)]);
  return {
    operationId: toCamelCase(name),
    tags: ['operations'],
    summary: title,
    description: `${description}\n\nPrice: ${price.label}. Scope: \`${name}\`.`,
    ...(primaryInput === undefined ? {} : { 'x-primary-input': primaryInput }),
    ...(plainResult === undefined ? {} : { 'x-plain-result': plainResult }),
    parameters: ['RequestId', 'IdempotencyKey', 'DryRun', 'Prefer', 'Metadata'].map(parameterReference),
    requestBody: { required: true, content: Object.fromEntries(bodies) },
    responses: {
      ...(operation.isCoordinator === true
        ? describeJobResponses(operation, schemas)
        : describeResponses(operation, schemas)),
      ...describeErrorResponses([...operationErrorCodes, 'too_many_jobs', ...errors]),
    },
  };
}

function describeResponses(operation: Operation, schemas: SchemaComponents): Json {
  const result = schemas.convert(operation.output, 'output');
  return {
    '200': {
      description: 'The result; with `X-Dry-Run: true`, only the price',
      headers: headerReferences(resultHeaders),
      content: describeEnvelope(operation, { anyOf: [result, dryRunReference] }),
    },
    '202': {
      description: 'With `Prefer: respond-async`: the job that was added',
      headers: headerReferences(['X-Request-Id', 'Location', 'Preference-Applied']),
      content: describeData(schemas.convert(jobSchema, 'output')),
    },
  };
}

/** Describes the responses of an operation that always is a job. */
function describeJobResponses({ output, examples }: Operation, schemas: SchemaComponents): Json {
  const result = schemas.convert(output, 'output');
  const job = schemas.convert(jobSchema, 'output');
  return {
    '200': {
      description: 'With `X-Dry-Run: true`: the highest possible price',
      headers: headerReferences(resultHeaders),
      content: describeData(dryRunReference),
    },
    '202': {
      description: 'The job that was added; its `data` is the result once it has succeeded',
      headers: headerReferences(['X-Request-Id', 'Location', 'Preference-Applied']),
      content: describeData({
        allOf: [
          job,
          {
            type: 'object',
            properties: { data: { ...result, examples: examples.map((example) => example.output) } },
          },
        ],
      }),
    },
  };
}

const dryRunReference = { $ref: '#/components/schemas/DryRun' };

function describeStoredResult(operation: Operation, idField: string, schemas: SchemaComponents): Json {
  return {
    operationId: `${toCamelCase(operation.name)}Again`,
    tags: ['operations'],
    summary: `Get a stored result of ${operation.name}`,
    description:
      'Returns the result of an earlier request of the same account, without a charge, until it expires.',
    parameters: [parameterReference('RequestId'), idParameter(`The \`${idField}\` of the result`)],
    responses: {
      '200': {
        description: 'The stored result',
        headers: headerReferences(['X-Request-Id']),
        content: describeEnvelope(operation, schemas.convert(operation.output, 'output')),
      },
      ...describeErrorResponses(storedResultErrorCodes),
    },
  };
}

function describeEnvelope({ examples }: Operation, data: object): Json {
  const schema = envelopeSchema(data);
  const values = examples.map(({ output }, index) => [
    `example${index + 1}`,
    { value: { success: true, data: output } },
  ]);
  return { 'application/json': { schema, examples: Object.fromEntries(values) } };
}

const parameterReference = (name: string): Json => ({ $ref: `#/components/parameters/${name}` });

const toCamelCase = (name: string): string =>
  name.replace(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase());
