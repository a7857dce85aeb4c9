import { quoteValue } from '../../errors/quote-value.ts';
import { ServiceError } from '../../errors/service-error.ts';

/** Hosts of pages that this computer serves. */
const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Rejects requests that scripts of other sites send, so that a site whose name resolves to this service (DNS rebinding)
 * reaches nothing. Clients that are not browsers send no Origin.
 *
 * @param allowed origins of the setting QUERN_CORS_ORIGINS, or `*`
 * @param publicUrl base URL of the service
 * @throws ServiceError `origin_denied`
 */
export function requireAllowedOrigin(
  origin: string | undefined,
  allowed: readonly string[],
  publicUrl: string,
): void {
  if (origin === undefined || allowed.includes('*') || allowed.includes(origin)) return;
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (url !== undefined && (loopbackHosts.has(url.hostname) || url.origin === new URL(publicUrl).origin))
    return;
  throw new ServiceError(
    'origin_denied',
    `scripts of ${quoteValue(origin)} may not use MCP; QUERN_CORS_ORIGINS can permit them`,
  );
}
