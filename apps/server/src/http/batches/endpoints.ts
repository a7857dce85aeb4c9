import { z } from 'zod';
import { type BatchService, batchRequestSchema } from '../../batches/batch-service.ts';
import { encodeResult, type ResponseBody, toBytes } from '../../pipeline/response/response-body.ts';
import { type Batch, batchStatuses } from '../../storage/batches/batch.ts';
import { metadataField, operationNameField } from '../endpoints/filter-fields.ts';
import { defineKeyEndpoint, type KeyEndpoint } from '../endpoints/key-endpoint.ts';
import { resultStreamQuery } from '../endpoints/result-stream-query.ts';
import { readBatchBody } from './read-batch-body.ts';

const emptyQuery = z.strictObject({});

const time = (description: string) =>
  z.int().describe(`${description}, in milliseconds since 1970-01-01 UTC`);
const count = (description: string) => z.int().describe(description);

/** A batch, as the API returns it. */
const batchSchema = z
  .object({
    id: z.string(),
    operation: z.string().describe('Name of the operation'),
    status: z.enum(batchStatuses).describe('`ended` and `canceled` are final'),
    counts: z
      .object({
        total: count('All requests'),
        queued: count('Requests that wait'),
        running: count('Requests that run'),
        succeeded: count('Requests that have succeeded'),
        failed: count('Requests that have failed'),
        canceled: count('Requests that were canceled'),
      })
      .describe('Number of requests, by their state'),
    metadata: z.record(z.string(), z.string()).describe('The strings that the batch was submitted with'),
    createdAt: time('Time of the submission'),
    finishedAt: time('Time of the end').nullable(),
    expiresAt: time(
      'Time at which the batch and its results are deleted; null until it has ended',
    ).nullable(),
    usage: z.int().describe('Credits charged so far'),
  })
  .meta({ id: 'Batch', description: 'Requests for one operation that run in the background' });

function describe(batch: Batch): object {
  const { id, operation, status, counts, metadata, createdAt, finishedAt, expiresAt, credits } = batch;
  return { id, operation, status, counts, metadata, createdAt, finishedAt, expiresAt, usage: credits };
}

const encode = (data: object): ResponseBody => ({ kind: 'bytes', bytes: toBytes(encodeResult(data)) });

/** The endpoints of batches. */
export const batchEndpoints: readonly KeyEndpoint<BatchService>[] = [
  defineKeyEndpoint({
    operationId: 'createBatch',
    name: 'batches',
    method: 'POST',
    path: '/v0/batches',
    summary: 'Run many requests for one operation in the background',
    description:
      'A JSON body has up to 1,000 requests. As `application/x-ndjson`, one request per line, a batch has up to 100,000; the operation and metadata are then query parameters. Each request is charged when it succeeds.',
    status: 202,
    errors: ['too_many_jobs'],
    query: z.strictObject({
      operation: operationNameField.optional().describe('Operation of a batch that is sent as lines'),
      metadata: z
        .record(z.string(), z.string())
        .default({})
        .describe('Strings of a batch that is sent as lines, such as `metadata[folder]=a`'),
    }),
    documentedBody: z.strictObject({
      operation: z.string().describe('Name of the operation'),
      metadata: metadataField.optional().describe('At most 16 strings that the batch is returned with'),
      requests: z.array(batchRequestSchema).min(1).max(1000),
    }),
    readBody: readBatchBody,
    response: batchSchema,
    handle: async ({ body, key, requestId, signal }, batches: BatchService) =>
      encode(describe(await batches.create({ ...body, requestId, signal }, key))),
  }),
  defineKeyEndpoint({
    operationId: 'listBatches',
    name: 'batches',
    method: 'GET',
    path: '/v0/batches',
    summary: 'List batches, the newest first',
    errors: ['invalid_parameters'],
    query: z.strictObject({
      cursor: z.string().max(300).optional().describe('The `nextCursor` of the previous page'),
      limit: z.coerce.number().int().min(1).max(1000).default(100).describe('Maximum number of batches'),
    }),
    response: z.object({
      batches: z.array(batchSchema),
      nextCursor: z.string().nullable().describe('Cursor of the next page; null on the last one'),
    }),
    handle: async ({ query, key }, service: BatchService) => {
      const { batches, nextCursor } = await service.list(query, key);
      return encode({ batches: batches.map(describe), nextCursor });
    },
  }),
  defineKeyEndpoint({
    operationId: 'getBatch',
    name: 'batches',
    method: 'GET',
    path: '/v0/batches/:id',
    summary: 'Get a batch',
    errors: ['not_found'],
    query: emptyQuery,
    response: batchSchema,
    handle: async ({ id, key }, batches: BatchService) => encode(describe(await batches.find(id, key))),
  }),
  defineKeyEndpoint({
    operationId: 'getBatchResults',
    name: 'batches',
    method: 'GET',
    path: '/v0/batches/:id/results',
    summary: 'Stream the results of a batch',
    description:
      'A line of JSON for each request that has ended, in that order: `{cursor, index, customId, status, usage, data | error}`. The stream ends with the last one so far or, with `follow=true`, with that of the batch. A line’s `cursor` continues after it.',
    errors: ['not_found', 'invalid_parameters'],
    query: resultStreamQuery,
    response: 'lines',
    handle: async ({ id, key, query, signal }, batches: BatchService) =>
      batches.streamResults(id, key, { ...query, signal }),
  }),
  defineKeyEndpoint({
    operationId: 'cancelBatch',
    name: 'batches',
    method: 'DELETE',
    path: '/v0/batches/:id',
    summary: 'Cancel a batch',
    description: 'Cancels the requests that have not ended; results of the others are kept.',
    errors: ['not_found', 'job_ended'],
    query: emptyQuery,
    response: batchSchema,
    handle: async ({ id, key }, batches: BatchService) => encode(describe(await batches.cancel(id, key))),
  }),
];
