import type { FastifyInstance, FastifyRequest } from 'fastify';
import { quoteValue, ServiceError } from '../../errors/service-error.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** 405 with Allow for a known path with another method, else 404. */
export function createNotFoundError(app: FastifyInstance, request: FastifyRequest): ServiceError {
  const path = request.url.split('?', 1)[0] ?? '/';
  const allowed = methods.filter(
    (method) => app.findRoute({ method, url: path }) ?? hasRoute(app, method, path),
  );
  if (allowed.length > 0) {
    const allow = allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed;
    return new ServiceError(
      'method_not_allowed',
      `${quoteValue(path)} takes ${allow.join(', ')}, not ${request.method}`,
      {
        headers: { allow: allow.join(', ') },
      },
    );
  }
  return new ServiceError(
    'not_found',
    `there is nothing at ${request.method} ${quoteValue(path)}; see /docs`,
  );
}

/** `findRoute` knows patterns, not paths: a path with an id is looked for by its pattern. */
function hasRoute(app: FastifyInstance, method: (typeof methods)[number], path: string): boolean {
  const pattern = path.replace(/\/[^/]+$/, '/:id');
  return app.findRoute({ method, url: pattern }) !== null;
}
