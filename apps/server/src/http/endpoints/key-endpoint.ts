import type { IncomingMessage } from 'node:http';
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
  /** Schema of the data in the envelope of the response; `events` for server-sent events, `lines` for lines of JSON, `file` for bytes. */
  readonly response: z.ZodType | 'events' | 'lines' | 'file';
  /** Status of a successful response; by default 200. */
  readonly status?: 200 | 201 | 202;
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
  readonly requestId: string;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** A JSON body that is validated by its schema, or a body with its own reader. */
interface BodyDefinition<Query, Body> {
  readonly body?: z.ZodType<Body>;
  readonly readBody?: (request: IncomingMessage, query: Query) => Promise<Body>;
  /** Schema of the JSON body, for the documentation of a body with its own reader. */
  readonly documentedBody?: z.ZodType;
}

type KeyEndpointDefinition<Query, Body, Services> = BodyDefinition<Query, Body> &
  KeyEndpointDescription & {
    /** A field `metadata` receives the parameters `metadata[name]=value`. */
    readonly query: z.ZodType<Query>;
    readonly handle: (request: KeyEndpointRequest<Query, Body>, services: Services) => Promise<ResponseBody>;
  };

/** A request before its query and its body are validated. */
export interface RawKeyEndpointRequest extends Omit<KeyEndpointRequest<unknown, never>, 'body'> {
  readonly message: IncomingMessage;
}

/** An endpoint for the holder of an API key that is not an operation and costs nothing. */
export interface KeyEndpoint<Services> extends KeyEndpointDescription {
  readonly query: z.ZodType;
  readonly body?: z.ZodType;
  /** @throws ServiceError `invalid_parameters` and the endpoint's own codes */
  readonly handle: (request: RawKeyEndpointRequest, services: Services) => Promise<ResponseBody>;
}

/** Defines an endpoint: its documentation, its schemas, and the function that handles it. */
export function defineKeyEndpoint<Query, Body, Services>(
  definition: KeyEndpointDefinition<Query, Body, Services>,
): KeyEndpoint<Services> {
  const { body: schema, documentedBody = schema, readBody: _, ...description } = definition;
  return {
    ...description,
    ...(documentedBody === undefined ? {} : { body: documentedBody }),
    handle: async ({ message, ...request }, services) => {
      const query = validateInput(definition.query, request.query);
      const body = await readDefinedBody(definition, message, query);
      return definition.handle({ ...request, query, body }, services);
    },
  };
}

async function readDefinedBody<Query, Body>(
  { body, readBody }: BodyDefinition<Query, Body>,
  message: IncomingMessage,
  query: Query,
): Promise<Body> {
  if (readBody !== undefined) return readBody(message, query);
  if (body === undefined) return emptyBody.parse(undefined);
  return validateInput<z.ZodType<Body>>(body, await readJsonBodyInTime(message));
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
          async (key, trace) => {
            trace.status = endpoint.status ?? 200;
            const lastEventId = request.headers['last-event-id']?.toString();
            const { requestId, controller } = origin;
            const query = readQuery(request);
            return endpoint.handle(
              { id, query, message: request.raw, key, lastEventId, requestId, signal: controller.signal },
              services,
            );
          },
        );
        setResponseHeaders(reply, outcome.record);
        if (!outcome.ok) return respondWithError(request, reply, outcome.error, origin.requestId);
        reply.code(outcome.record.status);
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
