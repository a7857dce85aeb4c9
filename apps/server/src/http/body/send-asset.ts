import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsGzip, addVary } from './content-coding.ts';
import { disconnectWhenSlow } from './disconnect-when-slow.ts';
import { matchesEntityTag } from './entity-tag.ts';

/** A file of the service itself, such as a page or a script, which is in memory. */
export interface Asset {
  /** Media type, with the charset. */
  readonly type: string;
  readonly body: Buffer;
  /** The body, compressed. */
  readonly gzip: Buffer;
}

/** How clients keep an asset. */
export interface AssetCaching {
  /** Changes with the content; without quotation marks. */
  readonly version: string;
  /** The header Cache-Control. */
  readonly cacheControl: string;
}

/** Every use is validated by the version. */
export const revalidated = 'no-cache';
/** For assets whose name changes with their content. */
export const immutable = 'public, max-age=31536000, immutable';

/**
 * Sends an asset, compressed if the client accepts gzip; only its headers for HEAD, and 304 to a client that has it.
 *
 * @param stallMs see sendBody
 */
export function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, gzip }: Asset,
  { version, cacheControl }: AssetCaching,
  stallMs: number,
): FastifyReply {
  const { headers } = request;
  const useGzip = acceptsGzip(headers['accept-encoding']);
  // Each content coding is a representation, with its own tag.
  const entityTag = useGzip ? `"${version}-gzip"` : `"${version}"`;
  addVary(reply, 'Accept-Encoding');
  reply.headers({ 'cache-control': cacheControl, etag: entityTag, 'x-content-type-options': 'nosniff' });
  if (matchesEntityTag(headers['if-none-match'], entityTag)) return reply.code(304).send();
  if (useGzip) reply.header('content-encoding', 'gzip');
  const bytes = useGzip ? gzip : body;
  disconnectWhenSlow(reply.raw, stallMs, bytes.length);
  return reply.type(type).send(bytes);
}
