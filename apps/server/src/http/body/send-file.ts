import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ResponseBody } from '../../pipeline/response/response-body.ts';
import { acceptsGzip } from './content-coding.ts';
import { contentDisposition } from './content-disposition.ts';
import { disconnectWhenSlow } from './disconnect-when-slow.ts';
import { matchesEntityTag } from './entity-tag.ts';

/**
 * Sends a stored file as a download, streamed with backpressure; only its headers for HEAD, and 304 to a client that has it
 *. It has one representation, without a content encoding; clients that accept gzip are redirected to `location`, if there is
 * one.
 *
 * @param stallMs see sendBody
 */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, location, onClose }: ResponseBody & { kind: 'file' },
  stallMs: number,
): FastifyReply {
  const { blob, digest, name, mediaType } = file;
  const entityTag = `"${digest}"`;
  reply.headers({
    'cache-control': 'private',
    'content-disposition': contentDisposition(name),
    etag: entityTag,
    // A picture in SVG can contain scripts, which must not run with the origin of the service.
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  const isKnown = matchesEntityTag(request.headers['if-none-match'], entityTag);
  const isHead = request.method === 'HEAD';
  // The object is compressed, and its URL is valid for GET only.
  const isRedirected = location !== undefined && !isHead && acceptsGzip(request.headers['accept-encoding']);
  if (isKnown || isHead || isRedirected || reply.raw.destroyed) {
    blob
      .close()
      .catch(() => undefined)
      .finally(onClose);
    if (isKnown) return reply.code(304).send();
    if (reply.raw.destroyed) return reply.hijack();
    if (isRedirected) return reply.header('cache-control', 'no-store').redirect(location, 307);
  }
  reply.headers({ 'content-type': mediaType, 'content-length': blob.size });
  // The framework sets the length of an empty body, but not of an empty stream.
  if (isHead) return reply.send(Readable.from([]));
  const stored = blob.stream();
  stored.once('close', onClose);
  disconnectWhenSlow(reply.raw, stallMs, blob.size);
  // An error destroys the destination, and with it the response.
  return reply.send(pipeline(stored, createGunzip({ chunkSize: 64 * 1024 }), () => undefined));
}
