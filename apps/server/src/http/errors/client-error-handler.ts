import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, errorCodes } from '../../errors/error-codes.ts';
import type { ServiceError } from '../../errors/service-error.ts';
import type { OpenConnections } from '../connections/open-connections.ts';
import { resolveRequestId } from '../request/request-id.ts';

const errors: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'the request was not received in time'],
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'the headers of the request exceed 16 KiB'],
};

const closeTimeoutMs = 1000;

/** An error of a connection or of the HTTP parser. */
export interface ClientError extends Error {
  readonly code?: string;
  /** The data in which the parser found the error. */
  readonly rawPacket?: unknown;
  /** Where it found it. */
  readonly bytesParsed?: number;
}

/** The error of a response that is written without the framework. */
export type SocketError = Pick<ServiceError, 'code' | 'message'> & Partial<Pick<ServiceError, 'headers'>>;

/**
 * Creates a handler that responds to data that cannot become a request (not HTTP, too slow, headers too large) with an
 * error of the usual form, and closes the connection. When a response has begun, the connection is only closed: more
 * bytes would become part of that response.
 *
 * @param connections those of the server
 * @param describe returns the response to errors that it knows
 */
export function createClientErrorHandler(
  connections: Pick<OpenConnections, 'responsesOf'>,
  describe: (error: ClientError) => SocketError | undefined = () => undefined,
): (error: ClientError, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    if (!socket.writable) return;
    const begun = connections.responsesOf(socket).find(({ headersSent }) => headersSent);
    if (begun === undefined) respondOnSocket(socket, describe(error) ?? describeClientError(error));
    else if (begun.writableEnded) socket.destroySoon();
    else socket.destroy();
  };
}

function describeClientError(error: ClientError): SocketError {
  const [code, message] = errors[error.code ?? ''] ?? ['invalid_parameters', 'the request is not valid HTTP'];
  return { code, message };
}

/** Writes an error as the response to a request that the framework does not know, and closes the connection. */
export function respondOnSocket(socket: Socket, { code, message, headers = {} }: SocketError): void {
  const { status } = errorCodes[code];
  const requestId = resolveRequestId(undefined);
  const body = JSON.stringify({ error: message, code, requestId });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // The client may still be sending. Closing immediately would reset the connection and lose the response.
  setTimeout(() => socket.destroy(), closeTimeoutMs).unref();
}
