import { z } from 'zod';
import { encodeResult, toBytes } from '../../pipeline/response/response-body.ts';
import type { RequestLog } from '../../requests/request-log.ts';
import { defineKeyEndpoint, type KeyEndpoint } from '../endpoints/key-endpoint.ts';
import { loggedRequestSchema } from './request-schema.ts';

const recentRequestsSchema = z
  .object({
    requests: z.array(loggedRequestSchema).describe('The last one first'),
    latency: z
      .array(
        z.object({
          operation: z.string(),
          count: z.int().describe('Number of successful requests'),
          p50Ms: z.int().describe('Half of them took at most this time'),
          p95Ms: z.int(),
          p99Ms: z.int(),
        }),
      )
      .describe('How long requests took'),
    errors: z
      .array(z.object({ code: z.string(), count: z.int() }))
      .describe('Errors by code, the most frequent first'),
  })
  .meta({ id: 'RecentRequests', description: 'The last requests of an API key' });

/** The endpoint of the last requests. */
export const requestEndpoints: readonly KeyEndpoint<RequestLog>[] = [
  defineKeyEndpoint({
    operationId: 'getRecentRequests',
    name: 'requests',
    method: 'GET',
    path: '/v0/requests',
    summary: 'List the last requests of your key, and how long they took',
    description:
      'Requests for operations without their content, as the node that receives this request remembers them: some thousand since its start.',
    errors: [],
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(1000).default(100).describe('Maximum number of requests'),
    }),
    response: recentRequestsSchema,
    handle: async ({ query, key }, log: RequestLog) => {
      const filter = { keyId: key.id };
      const requests = log.list(filter, query.limit);
      return { kind: 'bytes', bytes: toBytes(encodeResult({ requests, ...log.summarize(filter) })) };
    },
  }),
];
