import type { FastifyInstance, FastifyReply } from 'fastify';
import { isErrorCode } from '../../errors/error-codes.ts';
import { quoteValue } from '../../errors/quote-value.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { Operation } from '../../operations/define-operation.ts';
import { createOpenApiDocument } from '../openapi/document.ts';
import { renderErrorIndexPage, renderErrorPage } from './error-pages.ts';
import { renderReferencePage } from './reference-page.ts';

/** The pages load no external resources and connect only to their own server. */
const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; img-src data:";

/** Adds `/openapi.json`, the reference at `/docs`, and the pages of the error codes. */
export function addDocsRoutes(
  app: FastifyInstance,
  operations: readonly Operation[],
  publicUrl: () => string,
): void {
  app.get('/openapi.json', async () => createOpenApiDocument(operations, publicUrl()));
  app.get('/docs', async (_request, reply) => sendHtml(reply, renderReferencePage(operations, publicUrl())));
  app.get('/docs/errors', async (_request, reply) => sendHtml(reply, renderErrorIndexPage()));
  app.get<{ Params: { code: string } }>('/docs/errors/:code', async (request, reply) => {
    const { code } = request.params;
    if (!isErrorCode(code)) {
      throw new ServiceError('not_found', `there is no error code ${quoteValue(code)}`);
    }
    return sendHtml(reply, renderErrorPage(code));
  });
}

function sendHtml(reply: FastifyReply, page: string): FastifyReply {
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy,
  });
  return reply.send(page);
}
