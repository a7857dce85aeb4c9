import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type ClientError, respondOnSocket, type SocketError } from './client-error-handler.ts';
import { createNotFoundError } from './not-found-handler.ts';
import type { RouteTable } from './route-table.ts';

/** A request line with a method that is a token (RFC 9110, section 5.6.2), which HTTP does not know. */
const requestLine = /^([!#$%&'*+.^_`|~\w-]{1,64}) (\/[^\s]*) HTTP\/1\.[01]\r?\n/;

/**
 * Describes the error of a method that the HTTP parser does not know as one of the path, like that of any other method that
 * the path does not support.
 *
 * @returns undefined for other errors
 */
export const describeInvalidMethod =
  (routes: RouteTable) =>
  ({ code, rawPacket, bytesParsed = 0 }: ClientError): SocketError | undefined => {
    const isUnknownMethod = code === 'HPE_INVALID_METHOD' && rawPacket instanceof Uint8Array;
    const line = isUnknownMethod ? requestLine.exec(Buffer.from(rawPacket).toString('latin1')) : null;
    const [, method = '', url = ''] = line ?? [];
    // Otherwise the data begins with an earlier request.
    const isFirst = line !== null && bytesParsed <= method.length;
    return isFirst ? createNotFoundError(routes, { method, url }) : undefined;
  };

/** Responds to CONNECT, which Node.js does not pass to the framework. */
export function rejectConnect(app: FastifyInstance, routes: RouteTable): void {
  app.server.on('connect', ({ method = '', url = '' }: IncomingMessage, socket: Socket) => {
    // Node.js no longer handles errors of this socket.
    socket.on('error', () => socket.destroy());
    respondOnSocket(socket, createNotFoundError(routes, { method, url }));
  });
}
