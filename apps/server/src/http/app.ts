import { createServer, type Server } from 'node:http';
import cors from '@fastify/cors';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { BatchService } from '../batches/batch-service.ts';
import type { CrawlService } from '../crawls/crawl-service.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { JobService } from '../jobs/job-service.ts';
import type { Operation } from '../operations/define-operation.ts';
import type { PipelineContext } from '../pipeline/pipeline-context.ts';
import type { RequestLog } from '../requests/request-log.ts';
import { type NodeRole, servesRequests } from '../roles/node-role.ts';
import type { SystemService } from '../system/system-service.ts';
import type { UsageService } from '../usage/usage-service.ts';
import type { WebhookService } from '../webhooks/webhook-service.ts';
import { type AdminContext, addAdminRoutes } from './admin/routes.ts';
import { batchEndpoints } from './batches/endpoints.ts';
import { closeConnectionsOnStop } from './connections/close-connections.ts';
import { OpenConnections } from './connections/open-connections.ts';
import { crawlEndpoints } from './crawls/endpoints.ts';
import { addDashboardRoutes } from './dashboard/routes.ts';
import type { SignInLink } from './dashboard/sign-in-link.ts';
import { addDocsRoutes } from './docs/routes.ts';
import { addKeyEndpointRoutes } from './endpoints/key-endpoint.ts';
import { createClientErrorHandler } from './errors/client-error-handler.ts';
import { describeInvalidMethod, rejectConnect } from './errors/invalid-method.ts';
import { createNotFoundError } from './errors/not-found-handler.ts';
import { createRespondWithError } from './errors/respond-with-error.ts';
import { RouteTable } from './errors/route-table.ts';
import { fileEndpoints } from './files/endpoints.ts';
import { responseHeaders } from './headers/response-headers.ts';
import { addHealthRoutes, type MetricsOptions } from './health/routes.ts';
import { jobEndpoints } from './jobs/endpoints.ts';
import { languageEndpoints } from './languages/endpoints.ts';
import { addMcpRoute } from './mcp/routes.ts';
import { addOperationRoutes } from './operations/routes.ts';
import { addStoredResultRoutes } from './operations/stored-result-routes.ts';
import { assignRequestId } from './request/request-id.ts';
import { requireStrictRequest } from './request/require-strict-request.ts';
import { requestEndpoints } from './requests/endpoints.ts';
import { usageEndpoints } from './usage/endpoints.ts';
import { webhookEndpoints } from './webhooks/endpoints.ts';

/** Dependencies and settings of the HTTP server. */
export interface AppOptions {
  /** Version of the service. */
  readonly version: string;
  readonly operations: readonly Operation[];
  readonly context: PipelineContext;
  readonly jobs: JobService;
  readonly batches: BatchService;
  readonly crawls: CrawlService;
  readonly webhooks: WebhookService;
  readonly usage: UsageService;
  readonly admin: AdminContext;
  readonly system: SystemService;
  readonly requests: RequestLog;
  readonly metrics: MetricsOptions;
  /** A worker serves health and metrics only. */
  readonly role: NodeRole;
  readonly trustProxy: boolean | readonly string[];
  readonly corsOrigins: readonly string[];
  readonly publicUrl: () => string;
  /** A client that reads nothing of its response for this long is disconnected, in milliseconds. */
  readonly responseStallMs: number;
  /** File that keeps the bundled dashboard for the next start. */
  readonly dashboardCachePath: string;
  /** The link that signs in to the dashboard after the first start. */
  readonly signInLink: () => SignInLink | undefined;
  readonly getUnreadyReason: () => 'starting' | 'draining' | undefined;
  /** Called with each error that is not an expected failure of the request. */
  readonly onUnexpectedError: (error: unknown, requestId: string) => void;
}

const headersTimeoutMs = 20_000;
const requestTimeoutMs = 300_000;
const keepAliveMs = 65_000;

/** Creates the HTTP server: thin adapters around the pipeline and the services. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const respondWithError = createRespondWithError(options.publicUrl, options.onUnexpectedError);
  const routes = new RouteTable();
  const connections = new OpenConnections();
  const app: FastifyInstance = fastify({
    logger: false,
    trustProxy: typeof options.trustProxy === 'boolean' ? options.trustProxy : [...options.trustProxy],
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    serverFactory: (handler): Server =>
      createServer(
        {
          headersTimeout: headersTimeoutMs,
          requestTimeout: requestTimeoutMs,
          keepAliveTimeout: keepAliveMs,
          noDelay: true,
          // The framework's hook responds to a missing one with an error of the usual form.
          requireHostHeader: false,
        },
        handler,
      ),
    clientErrorHandler: createClientErrorHandler(connections, describeInvalidMethod(routes)),
    // A hook of the stop waits for responses, at most for the drain time.
    pluginTimeout: 0,
    // A hook rejects requests while the service drains, with an error of the usual form.
    return503OnClosing: false,
    // Called for a path that cannot be decoded, which matches no route.
    frameworkErrors: (error, request, reply) => {
      respondWithError(request, reply, error);
    },
  });
  connections.observe(app.server);
  closeConnectionsOnStop(app, connections);
  rejectConnect(app, routes);
  // Bodies are read after authentication and limits, so the framework must not parse them.
  app.removeAllContentTypeParsers();
  // The framework remembers which parser a media type has only if the type is registered.
  for (const type of ['application/json', 'multipart/form-data', '*']) {
    app.addContentTypeParser(type, (_request, _payload, done) => done(null));
  }
  app.addHook('onRoute', ({ method, url }) => routes.add(method, url));
  // Hooks that do not wait use a callback, which costs less than a promise.
  app.addHook('onRequest', (request, reply, done) => {
    assignRequestId(request, reply);
    requireStrictRequest(request.raw);
    done();
  });
  app.setErrorHandler((error, request, reply) => respondWithError(request, reply, error));
  const notFound = (request: FastifyRequest): ServiceError =>
    servesRequests(options.role) ? createNotFoundError(routes, request) : requestToWorker();
  app.setNotFoundHandler((request, reply) => respondWithError(request, reply, notFound(request)));
  if (options.corsOrigins.length > 0) {
    const origin = options.corsOrigins.includes('*') ? '*' : [...options.corsOrigins];
    const exposedHeaders = Object.keys(responseHeaders);
    await app.register(cors, {
      origin,
      exposedHeaders,
      methods: ['GET', 'POST', 'PATCH', 'DELETE'],
      maxAge: 600,
    });
  }
  // After the hook of CORS, so that browsers can read these errors.
  app.addHook('onRequest', (request, _reply, done) => {
    // Otherwise the framework could reject the body first.
    if (request.is404) throw notFound(request);
    requireAvailable(request, options.getUnreadyReason());
    done();
  });
  const { store } = options.context;
  addHealthRoutes(app, { store, role: options.role, system: options.system }, options.metrics, options);
  if (!servesRequests(options.role)) return app;
  addDashboardRoutes(app, {
    operations: options.operations,
    cachePath: options.dashboardCachePath,
    signInLink: options.signInLink,
    responseStallMs: options.responseStallMs,
    onError: options.onUnexpectedError,
  });
  addDocsRoutes(app, options);
  addOperationRoutes(app, options.operations, options.context, respondWithError, options.responseStallMs);
  addStoredResultRoutes(app, options.operations, options.context, respondWithError, options.responseStallMs);
  const { context, responseStallMs } = options;
  const endpointContext = { context, respondWithError, responseStallMs };
  addKeyEndpointRoutes(app, jobEndpoints, options.jobs, endpointContext);
  addKeyEndpointRoutes(app, batchEndpoints, options.batches, endpointContext);
  addKeyEndpointRoutes(app, crawlEndpoints, options.crawls, endpointContext);
  addKeyEndpointRoutes(app, fileEndpoints, context, endpointContext);
  addKeyEndpointRoutes(app, webhookEndpoints, options.webhooks, endpointContext);
  addKeyEndpointRoutes(app, usageEndpoints, options.usage, endpointContext);
  addKeyEndpointRoutes(app, requestEndpoints, options.requests, endpointContext);
  addKeyEndpointRoutes(app, languageEndpoints, undefined, endpointContext);
  const { operations, jobs, crawls, version, corsOrigins, publicUrl } = options;
  addMcpRoute(
    app,
    { operations, context, jobs, crawls, version },
    { corsOrigins, publicUrl, respondWithError, responseStallMs },
  );
  addAdminRoutes(app, options.admin);
  return app;
}

const requestToWorker = (): ServiceError =>
  new ServiceError(
    'not_found',
    'this node is a worker, which has no API: send requests to a node whose QUERN_ROLE is api or all',
  );

/** Paths that report the state of a service that drains. */
const healthPaths: ReadonlySet<string> = new Set(['/livez', '/readyz', '/metrics']);

/** @throws ServiceError `draining` */
function requireAvailable(
  { routeOptions }: FastifyRequest,
  unreadyReason: ReturnType<AppOptions['getUnreadyReason']>,
): void {
  if (unreadyReason !== 'draining' || healthPaths.has(routeOptions.url ?? '')) return;
  throw new ServiceError('draining', 'this node is stopping and accepts no new requests; try again', {
    retryAfterSeconds: 1,
  });
}
