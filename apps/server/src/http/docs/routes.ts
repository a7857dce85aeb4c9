import type { FastifyInstance } from 'fastify';
import { errorCodes } from '../../errors/error-codes.ts';
import { quoteValue, ServiceError } from '../../errors/service-error.ts';
import type { Operation } from '../../operations/define-operation.ts';
import { createOpenApiDocument } from './openapi.ts';
import { renderErrorPage, renderReferencePage } from './page.ts';

const html = 'text/html; charset=utf-8';
/** The pages load nothing from anywhere and talk to their own server alone. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; img-src data:";

/** `/openapi.json`, the reference at `/docs`, and a page for each error code. */
export function addDocsRoutes(
  app: FastifyInstance,
  operations: readonly Operation[],
  publicUrl: () => string,
): void {
  app.get('/openapi.json', async () => createOpenApiDocument(operations, `${publicUrl()}/v0`));
  app.get('/', async (_request, reply) => reply.redirect('/docs'));
  app.get('/docs', async (_request, reply) => {
    reply.headers({ 'content-type': html, 'content-security-policy': policy });
    return renderReferencePage(operations, `${publicUrl()}/v0`);
  });
  app.get<{ Params: { code: string } }>('/docs/errors/:code', async (request, reply) => {
    const { code } = request.params;
    if (!Object.hasOwn(errorCodes, code)) {
      throw new ServiceError('not_found', `there is no error code ${quoteValue(code)}`);
    }
    reply.headers({ 'content-type': html, 'content-security-policy': policy });
    return renderErrorPage(code as keyof typeof errorCodes);
  });
}
