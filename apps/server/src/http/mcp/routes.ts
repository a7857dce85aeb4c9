import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireScope } from '../../keys/require-scope.ts';
import { requireWithinLimit } from '../../limits/rate-limiter.ts';
import type { McpContext, McpSession } from '../../mcp/session/mcp-session.ts';
import { countAgainstRate } from '../../pipeline/admit.ts';
import type {
  CountBytes,
  PipelineContext,
  RequestOrigin,
  RequestOutcome,
} from '../../pipeline/pipeline-context.ts';
import { runFreeRequest } from '../../pipeline/run-free-request.ts';
import { traceRequest } from '../../pipeline/trace-request.ts';
import type { KeyRecord } from '../../storage/repositories/keys.ts';
import { disconnectWhenSlow } from '../body/disconnect-when-slow.ts';
import type { RespondWithError } from '../errors/respond-with-error.ts';
import { createRequestOrigin, setResponseHeaders } from '../request/request-origin.ts';
import { type ReceivedMessage, readMessage } from './read-message.ts';
import { requireAllowedOrigin } from './require-allowed-origin.ts';

/** Settings of the route. */
export interface McpRouteOptions {
  readonly corsOrigins: readonly string[];
  readonly publicUrl: () => string;
  readonly respondWithError: RespondWithError;
  /** A client that reads nothing of its response for this long is disconnected, ms. */
  readonly responseStallMs: number;
}

const path = '/mcp';
/** Name of messages in the log and the metrics; calls of operations have the operation's. */
const traceName = 'mcp';

/**
 * Adds `POST /mcp`: the Model Context Protocol over Streamable HTTP, without sessions. The key is verified, and its
 * rate counted, before the body is read. A call of an operation is admitted, logged and charged as its request to the API; any other message is a
 * free request.
 */
export function addMcpRoute(app: FastifyInstance, mcp: McpContext, options: McpRouteOptions): void {
  const { context } = mcp;
  const { respondWithError } = options;
  app.post(path, async (request, reply) => {
    const sender: Sender = { origin: createRequestOrigin(request, reply), key: undefined };
    let received: ReceivedMessage;
    try {
      received = await receive(request, reply, sender, mcp, options);
    } catch (error) {
      const rejected = await traceRejection(error, sender, context);
      setResponseHeaders(reply, rejected.record);
      const { origin } = sender;
      return respondWithError(request, reply, rejected.ok ? error : rejected.error, origin.requestId);
    }
    const { origin } = sender;
    const serve = (): Promise<Response> => serveMessage(request, reply, received, origin, mcp, options);
    if (received.operation !== undefined) return sendResponse(reply, await serve(), options);
    let response: Response | undefined;
    const free = { ...origin, name: traceName, scope: undefined };
    const outcome = await runFreeRequest(free, context, async () => {
      response = await serve();
      return { kind: 'none' };
    });
    setResponseHeaders(reply, outcome.record);
    if (!outcome.ok) return respondWithError(request, reply, outcome.error, origin.requestId);
    return sendResponse(reply, response ?? new Response(null, { status: 202 }), options);
  });
}

/** Who sends a message, as far as it is known. */
interface Sender {
  origin: RequestOrigin;
  key: KeyRecord | undefined;
}

/** Records a message that is rejected before it is understood. */
function traceRejection(
  error: unknown,
  { origin, key }: Sender,
  context: PipelineContext,
): Promise<RequestOutcome> {
  return traceRequest(traceName, origin, context, async (trace) => {
    if (key !== undefined) trace.setKey(key);
    trace.rate = origin.countedRate;
    throw error;
  });
}

/** Verifies who sends a message, counts it against the rate, and reads it. @throws ServiceError */
async function receive(
  request: FastifyRequest,
  reply: FastifyReply,
  sender: Sender,
  { context, operations }: McpContext,
  { corsOrigins, publicUrl }: McpRouteOptions,
): Promise<ReceivedMessage> {
  requireAllowedOrigin(request.headers.origin, corsOrigins, publicUrl());
  const key = await context.verifier.verify(sender.origin.authorization);
  sender.key = key;
  const countedRate = await countAgainstRate(key, context);
  sender.origin = { ...sender.origin, countedRate };
  if (countedRate !== undefined) requireWithinLimit(countedRate);
  const memory = context.bodyMemoryBudget.allocate(key.id);
  reply.raw.once('close', () => memory.release());
  const countBytes: CountBytes = (bytes) => memory.grow(bytes);
  const message = await readMessage(request.raw, countBytes);
  const operation = operations.find(({ name }) => name === message.toolName);
  if (operation !== undefined) requireScope(key, operation.name);
  return { ...message, key, operation, countBytes };
}

async function serveMessage(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, body, bytes, countBytes }: ReceivedMessage,
  origin: RequestOrigin,
  mcp: McpContext,
  { publicUrl }: McpRouteOptions,
): Promise<Response> {
  // Loading it takes longer than the rest of the start.
  const { createMcpHandler } = await import('@modelcontextprotocol/server');
  const { createMcpServer } = await import('../../mcp/create-mcp-server.ts');
  const session: McpSession = { ...mcp, key, origin, messageBytes: bytes, countBytes };
  // Nothing changes that a client could subscribe to.
  const handler = createMcpHandler(({ era }) => createMcpServer(session, era), {
    maxSubscriptions: 0,
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  // Not the signal of the origin: a time limit ends the operation, whose error is still sent.
  const signal = createCloseSignal(reply);
  const message = new Request(new URL(path, publicUrl()), { method: 'POST', headers, signal });
  return handler.fetch(message, { parsedBody: body });
}

/** Returns a signal that is aborted when the connection of a response has been closed. */
function createCloseSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}

/** Sends a response, as JSON or as server-sent events. */
async function sendResponse(
  reply: FastifyReply,
  response: Response,
  { responseStallMs }: McpRouteOptions,
): Promise<FastifyReply> {
  const type = response.headers.get('content-type');
  if (type?.startsWith('application/json') !== true) return reply.send(response);
  const text = await response.text();
  disconnectWhenSlow(reply.raw, responseStallMs, text.length);
  return reply.code(response.status).header('content-type', 'application/json; charset=utf-8').send(text);
}
