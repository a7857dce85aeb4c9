import { pipeline, Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ResponseBody, ResponseEnvelope } from '../../pipeline/response/response-body.ts';
import { responsePrefix, responseSuffix } from '../../storage/response-envelope.ts';
import { acceptsGzip, addVary } from './content-coding.ts';
import { disconnectWhenSlow } from './disconnect-when-slow.ts';
import { sendFile } from './send-file.ts';

/** Size of a response that fits into the socket's send buffer, so that a slow client cannot delay it. */
const socketBufferBytes = 64 * 1024;
const chunkBytes = 64 * 1024;
const storedEnvelopeBytes = responsePrefix.length + responseSuffix.length;

/**
 * Sends the body of a successful response. A blob is streamed from its file with backpressure, compressed as it is
 * stored if the client accepts gzip.
 *
 * @param stallMs time in milliseconds after which a client that reads nothing of its response is disconnected
 */
export function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  body: ResponseBody,
  stallMs: number,
): FastifyReply {
  if (body.kind === 'none') return reply.code(204).send();
  if (body.kind === 'text') return sendText(reply, body);
  if (body.kind === 'file') return sendFile(request, reply, body, stallMs);
  reply.header('content-type', 'application/json; charset=utf-8');
  if (body.kind === 'bytes') {
    const { bytes } = body;
    // Node.js writes a string and the headers with one system call.
    if (bytes.length <= socketBufferBytes) return reply.send(bytes.toString());
    disconnectWhenSlow(reply.raw, stallMs, bytes.length);
    return reply.send(bytes);
  }
  const { blob, envelope, onClose } = body;
  if (reply.raw.destroyed) {
    blob
      .close()
      .catch(() => undefined)
      .finally(onClose);
    return reply.hijack();
  }
  const stored = blob.stream();
  stored.once('close', onClose);
  if (envelope !== undefined) {
    const size = blob.size - storedEnvelopeBytes + envelope.prefix.length + envelope.suffix.length;
    disconnectWhenSlow(reply.raw, stallMs, size);
    reply.header('content-length', size);
    const gunzip = createGunzip({ chunkSize: chunkBytes });
    // An error destroys the destination, and with it the response.
    return reply.send(pipeline(stored, gunzip, replaceEnvelope(blob.size, envelope), () => undefined));
  }
  const useGzip = acceptsGzip(request.headers['accept-encoding']);
  disconnectWhenSlow(reply.raw, stallMs, useGzip ? blob.storedSize : blob.size);
  addVary(reply, 'Accept-Encoding');
  if (useGzip) {
    reply.headers({ 'content-encoding': 'gzip', 'content-length': blob.storedSize });
    return reply.send(stored);
  }
  reply.header('content-length', blob.size);
  // An error destroys the destination, and with it the response.
  const plain = pipeline(stored, createGunzip({ chunkSize: chunkBytes }), () => undefined);
  return reply.send(plain);
}

function sendText(
  reply: FastifyReply,
  { chunks, contentType, onClose }: ResponseBody & { kind: 'text' },
): FastifyReply {
  const stream = Readable.from(chunks, { objectMode: false });
  stream.once('close', onClose);
  // Nginx would otherwise collect the text before it sends it.
  reply.headers({
    'content-type': `${contentType}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  return reply.send(stream);
}

/**
 * Replaces the envelope of a stored body.
 *
 * @param size size of the stored body, bytes
 */
function replaceEnvelope(size: number, { prefix, suffix }: ResponseEnvelope): Transform {
  const dataEnd = size - responseSuffix.length;
  let position = 0;
  return new Transform({
    construct(callback) {
      this.push(prefix);
      callback();
    },
    transform(chunk: Buffer, _encoding, callback) {
      const start = Math.max(0, responsePrefix.length - position);
      const end = Math.min(chunk.length, dataEnd - position);
      position += chunk.length;
      callback(null, start < end ? chunk.subarray(start, end) : undefined);
    },
    flush(callback) {
      callback(null, suffix);
    },
  });
}
