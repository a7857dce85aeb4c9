import { z } from 'zod';
import type { JobService } from '../../jobs/job-service.ts';
import { encodeResult, type ResponseBody, toBytes } from '../../pipeline/response/response-body.ts';
import { metadataField, operationNameField } from '../endpoints/filter-fields.ts';
import type { KeyEndpoint } from '../endpoints/key-endpoint.ts';
import { defineKeyEndpoint } from '../endpoints/key-endpoint.ts';
import { resultStreamQuery } from '../endpoints/result-stream-query.ts';
import { jobSchema, jobStatusField } from './job-schemas.ts';

const emptyQuery = z.strictObject({});

const timeField = z.int().min(0).describe('Milliseconds since 1970-01-01 UTC');

const encode = (data: object): ResponseBody => ({ kind: 'bytes', bytes: toBytes(encodeResult(data)) });

/** The endpoints of jobs. */
export const jobEndpoints: readonly KeyEndpoint<JobService>[] = [
  defineKeyEndpoint({
    operationId: 'listJobs',
    name: 'jobs',
    method: 'GET',
    path: '/v0/jobs',
    summary: 'List jobs, the newest first',
    description: 'Lists the jobs of your account, without their results.',
    errors: ['invalid_parameters'],
    query: z.strictObject({
      status: jobStatusField.optional().describe('Only jobs in this state'),
      operation: operationNameField.optional().describe('Only jobs of this operation'),
      metadata: z
        .record(z.string(), z.string())
        .default({})
        .describe('Only jobs that have all of these strings, such as `metadata[folder]=a`'),
      cursor: z.string().max(300).optional().describe('The `nextCursor` of the previous page'),
      limit: z.coerce.number().int().min(1).max(1000).default(100).describe('Maximum number of jobs'),
    }),
    response: z.object({
      jobs: z.array(jobSchema),
      nextCursor: z.string().nullable().describe('Cursor of the next page; null on the last one'),
    }),
    handle: async ({ query, key }, jobs: JobService) => encode(await jobs.list(query, key)),
  }),
  defineKeyEndpoint({
    operationId: 'getJob',
    name: 'jobs',
    method: 'GET',
    path: '/v0/jobs/:id',
    summary: 'Get a job with its result',
    errors: ['not_found'],
    query: emptyQuery,
    response: jobSchema,
    handle: async ({ id, key }, jobs: JobService) => jobs.read(id, key),
  }),
  defineKeyEndpoint({
    operationId: 'streamJobEvents',
    name: 'jobs',
    method: 'GET',
    path: '/v0/jobs/:id/events',
    summary: 'Stream the events of a job',
    description:
      'Server-sent events: `progress` with the completed fraction and the current step, then `succeeded`, `failed` or `canceled` with the job, without its result. A comment is sent every 15 s. After the last event, a reconnection is a 204.',
    errors: ['not_found', 'invalid_parameters'],
    query: emptyQuery,
    response: 'events',
    handle: async ({ id, key, lastEventId, signal }, jobs: JobService) =>
      jobs.streamEvents(id, key, { lastEventId, signal }),
  }),
  defineKeyEndpoint({
    operationId: 'getJobPages',
    name: 'jobs',
    method: 'GET',
    path: '/v0/jobs/:id/pages',
    summary: 'Stream the finished pages of a job',
    description:
      'A line of JSON for each page that `convert` or `ocr` has recognized, in that order: `{cursor, page, markdown}` or `{cursor, page, text}`. It is preliminary: each page was read without the others. The stream ends with the last page so far or, with `follow=true`, with that of the job.',
    errors: ['not_found', 'invalid_parameters'],
    query: resultStreamQuery,
    response: 'lines',
    handle: async ({ id, key, query, signal }, jobs: JobService) =>
      jobs.streamPages(id, key, { ...query, signal }),
  }),
  defineKeyEndpoint({
    operationId: 'replayJobs',
    name: 'jobs',
    method: 'POST',
    path: '/v0/jobs/replay',
    summary: 'Run failed jobs again',
    description: 'Queues failed jobs again, as far as they have not expired, and charges them to your key.',
    errors: [],
    query: emptyQuery,
    body: z.strictObject({
      status: z.literal('failed').describe('State of the jobs'),
      operation: operationNameField.optional().describe('Only jobs of this operation'),
      from: timeField.optional().describe('Only jobs that were submitted at this time or later'),
      to: timeField.optional().describe('Only jobs that were submitted before this time; default: now'),
      metadata: metadataField.default({}).describe('Only jobs that have all of these strings'),
    }),
    response: z.object({ count: z.int().describe('Number of jobs that are queued again') }),
    handle: async ({ body: { status: _, ...filter }, key }, jobs: JobService) =>
      encode({ count: await jobs.replay(filter, key) }),
  }),
  defineKeyEndpoint({
    operationId: 'cancelJob',
    name: 'jobs',
    method: 'DELETE',
    path: '/v0/jobs/:id',
    summary: 'Cancel a job',
    description: 'Stops the computation. Nothing is charged.',
    errors: ['not_found', 'job_ended'],
    query: emptyQuery,
    response: jobSchema,
    handle: async ({ id, key }, jobs: JobService) => encode(await jobs.cancel(id, key)),
  }),
];
