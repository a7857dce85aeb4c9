import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ErrorCode } from '../../errors/error-codes.ts';
import type { PipelineContext } from '../../pipeline/pipeline-context.ts';
import type { ResponseBody } from '../../pipeline/response/response-body.ts';
import { runFreeRequest } from '../../pipeline/run-free-request.ts';
import type { KeyRecord } from '../../storage/repositories/keys.ts';
import { validateInput } from '../../validation/validate-input.ts';
import { readJsonBodyInTime } from '../body/read-json-body-in-time.ts';
import { sendBody } from '../body/send-body.ts';
import type { RespondWithError } from '../errors/respond-with-error.ts';
import { createRequestOrigin, setResponseHeaders } from '../request/request-origin.ts';
import { readMetadata } from './read-metadata.ts';

interface KeyEndpointDescription {
  readonly operationId: string;
  /** Name of its requests in the log and the metrics. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Such as `/v0/jobs/:id`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  /** Error codes that this endpoint can return in addition to those that all endpoints share. */
  readonly errors: readonly ErrorCode[];
  /** Schema of the data in the envelope of the response; `events` for server-sent events. */
  readonly response: z.ZodType | 'events';
}

/** A request for an endpoint. */
export interface KeyEndpointRequest<Query, Body> {
  /** The `:id` of the path; empty if the path has none. */
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
  readonly key: KeyRecord;
  /** The header Last-Event-ID. */
  readonly lastEventId: string | undefined;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

interface KeyEndpointDefinition<Query, Body, Services> extends KeyEndpointDescription {
  /** A field `metadata` receives the parameters `metadata[name]=value`. */
  readonly query: z.ZodType<Query>;
  /** Schema of the JSON body; absent if there is none. */
  readonly body?: z.ZodType<Body>;
  readonly handle: (request: KeyEndpointRequest<Query, Body>, services: Services) => Promise<ResponseBody>;
}

/** An endpoint for the holder of an API key that is not an operation and costs nothing. */
export interface KeyEndpoint<Services> extends KeyEndpointDescription {
  readonly query: z.ZodType;
  readonly body?: z.ZodType;
  /** @throws ServiceError `invalid_parameters` and the endpoint's own codes */
  readonly handle: (
    request: KeyEndpointRequest<unknown, unknown>,
    services: Services,
  ) => Promise<ResponseBody>;
}

/** Defines an endpoint: its documentation, its schemas, and the function that handles it. */
export function defineKeyEndpoint<Query, Body, Services>(
  definition: KeyEndpointDefinition<Query, Body, Services>,
): KeyEndpoint<Services> {
  return {
    ...definition,
    handle: async (request, services) => {
      const query = validateInput(definition.query, request.query);
      const body = validateInput<z.ZodType<Body>>(definition.body ?? emptyBody, request.body);
      return definition.handle({ ...request, query, body }, services);
    },
  };
}

/** Dependencies of the routes of endpoints. */
export interface KeyEndpointContext {
  readonly context: PipelineContext;
  readonly respondWithError: RespondWithError;
  /** See sendBody. */
  readonly responseStallMs: number;
}

/** Schema of the body of an endpoint without one. */
const emptyBody = z.any();

const pathParameters = z.object({ id: z.string().default('') });

/** Adds a route for each endpoint. */
export function addKeyEndpointRoutes<Services>(
  app: FastifyInstance,
  endpoints: readonly KeyEndpoint<Services>[],
  services: Services,
  { context, respondWithError, responseStallMs }: KeyEndpointContext,
): void {
  for (const endpoint of endpoints) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      handler: async (request, reply) => {
        const origin = createRequestOrigin(request, reply);
        const { id } = pathParameters.parse(request.params);
        const outcome = await runFreeRequest(
          { ...origin, name: endpoint.name, scope: undefined },
          context,
          async (key) => {
            const body = endpoint.body && (await readJsonBodyInTime(request.raw));
            const lastEventId = request.headers['last-event-id']?.toString();
            const { signal } = origin.controller;
            const query = readQuery(request);
            return endpoint.handle({ id, query, body, key, lastEventId, signal }, services);
          },
        );
        setResponseHeaders(reply, outcome.record);
        if (!outcome.ok) return respondWithError(request, reply, outcome.error, origin.requestId);
        return sendBody(request, reply, outcome.body, responseStallMs);
      },
    });
  }
}

/** Returns the query parameters, those of metadata as one field if there are any. */
function readQuery({ query }: FastifyRequest): Record<string, unknown> {
  const fields = Object.entries(z.record(z.string(), z.unknown()).parse(query ?? {}));
  const metadata = readMetadata(query);
  const others = Object.fromEntries(fields.filter(([name]) => !name.startsWith('metadata[')));
  return Object.keys(metadata).length === 0 ? others : { ...others, metadata };
}
