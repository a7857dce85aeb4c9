import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ResponseBody } from '../../pipeline/response-body.ts';

/** What the operating system takes of a response at once: a shorter one needs no supervision. */
const socketBufferBytes = 64 * 1024;
/** A client that takes less than that on average, beyond the stall time, is disconnected. */
const leastBytesPerSecond = 16 * 1024;

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
    const { bytes } = body;
    // Node.js writes a text together with the headers, in one system call.
    if (bytes.length <= socketBufferBytes) return reply.send(bytes.toString());
    disconnectWhenSlow(reply.raw, stallMs, bytes.length);
    return reply.send(bytes);
  }
  const { blob, onClose } = body;
  if (reply.raw.destroyed) {
    blob.close().finally(onClose);
    return reply.hijack();
  }
  const stored = blob.stream();
  stored.once('close', onClose);
  const takesGzip = acceptsGzip(request.headers['accept-encoding']);
  disconnectWhenSlow(reply.raw, stallMs, takesGzip ? blob.storedSize : blob.size);
  addVary(reply, 'Accept-Encoding');
  if (takesGzip) {
    reply.headers({ 'content-encoding': 'gzip', 'content-length': blob.storedSize });
    return reply.send(stored);
  }
  reply.header('content-length', blob.size);
  // Errors reach the response through the destination, which is destroyed with them.
  const plain = pipeline(stored, createGunzip({ chunkSize: 64 * 1024 }), () => undefined);
  return reply.send(plain);
}

/**
 * Ends the connection of a client that takes nothing for the stall time, which starts again with every part that it
 * takes, or that takes the response more slowly than the minimum rate.
 *
 * @param bytes length of the response as it is sent
 */
function disconnectWhenSlow(response: ServerResponse, stallMs: number, bytes: number): void {
  const end = (): void => {
    response.destroy();
  };
  response.setTimeout(stallMs, end);
  const deadline = setTimeout(end, stallMs + (bytes / leastBytesPerSecond) * 1000);
  response.once('close', () => clearTimeout(deadline));
}

/** Adds to what other parts of the service, such as CORS, say that the response depends on. */
function addVary(reply: FastifyReply, name: string): void {
  const present = reply.getHeader('vary');
  reply.header('vary', present === undefined ? name : `${present}, ${name}`);
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
