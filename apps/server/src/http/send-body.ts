import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ResponseBody } from '../operations/response-body.ts';

/** What the operating system takes of a response at once: a shorter one needs no supervision. */
const socketBufferBytes = 64 * 1024;

/**
 * Sends the body of a successful response. A blob goes from its file to the socket with backpressure, as it is stored
 * when the client takes gzip.
 *
 * @param stallMs time after which a client that takes nothing of its response is disconnected, ms
 */
export function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  body: ResponseBody,
  stallMs: number,
): FastifyReply {
  reply.header('content-type', 'application/json; charset=utf-8');
  if (body.kind === 'bytes') {
    if (body.bytes.length > socketBufferBytes) disconnectWhenStalled(reply.raw, stallMs);
    return reply.send(body.bytes);
  }
  disconnectWhenStalled(reply.raw, stallMs);
  const { blob, onClose } = body;
  if (reply.raw.destroyed) {
    blob.close().finally(onClose);
    return reply.hijack();
  }
  const stored = blob.stream();
  stored.once('close', onClose);
  reply.header('vary', 'accept-encoding');
  if (acceptsGzip(request.headers['accept-encoding'])) {
    reply.headers({ 'content-encoding': 'gzip', 'content-length': blob.storedSize });
    return reply.send(stored);
  }
  reply.header('content-length', blob.size);
  // Errors reach the response through the destination, which is destroyed with them.
  const plain = pipeline(stored, createGunzip({ chunkSize: 64 * 1024 }), () => undefined);
  return reply.send(plain);
}

/** Ends the connection of a client that does not read; the time starts again with every part that it takes. */
function disconnectWhenStalled(response: ServerResponse, stallMs: number): void {
  response.setTimeout(stallMs, () => response.destroy());
}

/** Whether Accept-Encoding (RFC 9110, section 12.5.3) names gzip with a weight above 0. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  return String(header ?? '')
    .split(',')
    .some((item) => {
      const [coding, ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      return coding === 'gzip' && !parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter));
    });
}
