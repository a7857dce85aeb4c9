import { createServer, type Server } from 'node:http';
import cors from '@fastify/cors';
import fastify, { type FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Operation } from '../operations/define-operation.ts';
import type { PipelineContext } from '../pipeline/pipeline-context.ts';
import { type AdminContext, addAdminRoutes } from './admin/routes.ts';
import { addDocsRoutes } from './docs/routes.ts';
import { handleClientError } from './errors/client-error-handler.ts';
import { createNotFoundError } from './errors/not-found-handler.ts';
import { createRespondWithError } from './errors/respond-with-error.ts';
import { addHealthRoutes } from './health/routes.ts';
import { addOperationRoutes } from './operations/routes.ts';
import { addStoredResultRoutes } from './operations/stored-result-routes.ts';

export interface AppOptions {
  readonly operations: readonly Operation[];
  readonly context: PipelineContext;
  readonly admin: AdminContext;
  readonly registry: Registry;
  readonly trustProxy: boolean | readonly string[];
  readonly corsOrigins: readonly string[];
  readonly publicUrl: () => string;
  /** A client that takes nothing of its response for this long (ms) is disconnected. */
  readonly responseStallMs: number;
  readonly getUnreadyReason: () => 'starting' | 'draining' | undefined;
  readonly onUnexpectedError: (fault: unknown, requestId: string) => void;
}

const headersTimeoutMs = 20_000;
const requestTimeoutMs = 300_000;
const keepAliveMs = 65_000;

/** Headers a browser may read of an answer. */
const exposedHeaders = [
  'X-Request-Id',
  'X-Credits-Used',
  'X-Credits-Remaining',
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'Idempotent-Replayed',
  'WWW-Authenticate',
  'Server-Timing',
];

/** The HTTP face of the service: thin adapters around the runner and the services. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const respondWithError = createRespondWithError(options.publicUrl, options.onUnexpectedError);
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
        },
        handler,
      ),
    clientErrorHandler: handleClientError,
    // A path that cannot be decoded reaches no route.
    frameworkErrors: (error, request, reply) => {
      respondWithError(request, reply, error);
    },
  });
  // Bodies are read by the runner, after authentication and limits: the framework leaves them alone.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setErrorHandler((error, request, reply) => respondWithError(request, reply, error));
  app.setNotFoundHandler((request, reply) =>
    respondWithError(request, reply, createNotFoundError(app, request)),
  );
  if (options.corsOrigins.length > 0) {
    const origin = options.corsOrigins.includes('*') ? '*' : [...options.corsOrigins];
    await app.register(cors, { origin, exposedHeaders, methods: ['GET', 'POST', 'DELETE'], maxAge: 600 });
  }
  addHealthRoutes(app, options.context.store, options.registry, options.getUnreadyReason);
  addDocsRoutes(app, options.operations, options.publicUrl);
  addOperationRoutes(app, options.operations, options.context, respondWithError, options.responseStallMs);
  addStoredResultRoutes(app, options.operations, options.context, respondWithError, options.responseStallMs);
  addAdminRoutes(app, options.admin);
  return app;
}
