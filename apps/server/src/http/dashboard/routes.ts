import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { quoteValue } from '../../errors/quote-value.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { Operation } from '../../operations/define-operation.ts';
import { addVary } from '../body/content-coding.ts';
import { readJsonBodyInTime } from '../body/read-json-body-in-time.ts';
import { type Asset, type AssetCaching, immutable, revalidated, sendAsset } from '../body/send-asset.ts';
import { requestIdOf } from '../request/request-id.ts';
import { DashboardFiles, dashboardFolder } from './dashboard-files.ts';
import { isLocalRequest } from './is-local-request.ts';
import type { SignInLink } from './sign-in-link.ts';

/** Dependencies of the routes of the dashboard. */
export interface DashboardOptions {
  readonly operations: readonly Operation[];
  /** File that keeps the bundle for the next start. */
  readonly cachePath: string;
  /** Undefined if this start has created neither a key nor an admin token, or the service is published. */
  readonly signInLink: () => SignInLink | undefined;
  /** See sendBody. */
  readonly responseStallMs: number;
  /** Called if the dashboard cannot be bundled. */
  readonly onError: (error: unknown, requestId: string) => void;
}

/** The page loads nothing from elsewhere, runs no inline script or style, and cannot be embedded. */
const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const;

/** Adds the dashboard at `/`, its files, and the exchange of the code of the sign-in link. */
export function addDashboardRoutes(app: FastifyInstance, options: DashboardOptions): void {
  const files = new DashboardFiles(options.operations, options.cachePath);
  const send = (request: FastifyRequest, reply: FastifyReply, asset: Asset, caching: AssetCaching) =>
    sendAsset(request, reply.headers(securityHeaders), asset, caching, options.responseStallMs);
  app.get('/', async (request, reply) => {
    addVary(reply, 'Accept');
    // Programs that follow links from the root expect the reference there.
    if (!/\btext\/html\b/.test(request.headers.accept ?? '')) return reply.redirect('/docs');
    try {
      const { page, version } = await files.bundle();
      return send(request, reply, page, { version, cacheControl: revalidated });
    } catch (error) {
      // Such as a platform for which esbuild has no binary.
      options.onError(error, requestIdOf(request, reply));
      return reply.redirect('/docs');
    }
  });
  app.get(`${dashboardFolder}operations.json`, async (request, reply) => {
    const { version, ...file } = files.operations;
    return send(request, reply, file, { version, cacheControl: revalidated });
  });
  app.get<{ Params: { name: string } }>(`${dashboardFolder}:name`, async (request, reply) => {
    const { name } = request.params;
    const file = (await files.bundle()).files.get(name);
    if (file === undefined)
      throw new ServiceError('not_found', `the dashboard has no file ${quoteValue(name)}`);
    return send(request, reply, file, { version: name, cacheControl: immutable });
  });
  app.get<{ Params: { folder: string; name: string } }>(
    `${dashboardFolder}pdf/:folder/:name`,
    async (request, reply) => {
      const { folder, name } = request.params;
      const file = await files.pdfFile(folder, name);
      if (file === undefined)
        throw new ServiceError('not_found', `the dashboard has no file ${quoteValue(`${folder}/${name}`)}`);
      const { version, ...asset } = file;
      return send(request, reply, asset, { version, cacheControl: revalidated });
    },
  );
  app.post(`${dashboardFolder}sign-in`, async (request, reply) => redeemCode(request, reply, options));
}

const signInBody = z.strictObject({ code: z.string().max(200) });

/** @throws ServiceError `not_found` if the request is not of this machine or the code is not valid */
async function redeemCode(
  request: FastifyRequest,
  reply: FastifyReply,
  { signInLink }: DashboardOptions,
): Promise<object> {
  const refused = new ServiceError(
    'not_found',
    'the link has been used, has expired, or was opened on another machine',
  );
  if (!isLocalRequest(request)) throw refused;
  const body = signInBody.safeParse(await readJsonBodyInTime(request.raw));
  const secrets = body.success ? signInLink()?.redeem(body.data.code) : undefined;
  if (secrets === undefined) throw refused;
  reply.header('cache-control', 'no-store');
  return secrets;
}
