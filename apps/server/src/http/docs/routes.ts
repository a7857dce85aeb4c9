import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isErrorCode } from '../../errors/error-codes.ts';
import { quoteValue } from '../../errors/quote-value.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { Operation } from '../../operations/define-operation.ts';
import { immutable, revalidated, sendAsset } from '../body/send-asset.ts';
import { createOpenApiDocument } from '../openapi/document.ts';
import { assetsFolder, createAsset, docsAssets, type VersionedAsset } from './docs-assets.ts';
import { renderErrorIndexPage, renderErrorPage } from './error-pages.ts';
import { renderReferencePage } from './reference-page.ts';

/** The pages load nothing from elsewhere, run no inline script or style, and cannot be embedded. */
const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
} as const;

/** Dependencies of the routes of the reference. */
export interface DocsOptions {
  readonly operations: readonly Operation[];
  readonly publicUrl: () => string;
  /** See sendBody. */
  readonly responseStallMs: number;
}

/** Adds `/openapi.json`, the reference at `/docs` with its assets, and the pages of the error codes. */
export function addDocsRoutes(app: FastifyInstance, options: DocsOptions): void {
  const { operations, publicUrl, responseStallMs } = options;
  const reference = cacheByUrl((url) => toPage(renderReferencePage(operations, url)));
  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    asset: VersionedAsset,
    cacheControl = revalidated,
  ) => {
    const { version } = asset;
    return sendAsset(
      request,
      reply.headers(securityHeaders),
      asset,
      { version, cacheControl },
      responseStallMs,
    );
  };
  app.get('/openapi.json', async () => createOpenApiDocument(operations, publicUrl()));
  app.get('/docs', async (request, reply) => send(request, reply, reference(publicUrl())));
  app.get('/docs/errors', async (request, reply) => send(request, reply, toPage(renderErrorIndexPage())));
  app.get<{ Params: { code: string } }>('/docs/errors/:code', async (request, reply) => {
    const { code } = request.params;
    if (!isErrorCode(code)) {
      throw new ServiceError('not_found', `there is no error code ${quoteValue(code)}`);
    }
    return send(request, reply, toPage(renderErrorPage(code)));
  });
  app.get<{ Params: { name: string } }>(`${assetsFolder}:name`, async (request, reply) => {
    const asset = docsAssets.get(request.params.name);
    if (asset === undefined) {
      throw new ServiceError('not_found', `the reference has no file ${quoteValue(request.params.name)}`);
    }
    return send(request, reply, asset, immutable);
  });
}

const toPage = (html: string): VersionedAsset => createAsset('text/html; charset=utf-8', Buffer.from(html));

/** Keeps the page of the latest URL, which changes only while the service starts. */
function cacheByUrl(render: (url: string) => VersionedAsset): (url: string) => VersionedAsset {
  let latest: { readonly url: string; readonly page: VersionedAsset } | undefined;
  return (url) => {
    if (latest?.url !== url) latest = { url, page: render(url) };
    return latest.page;
  };
}
