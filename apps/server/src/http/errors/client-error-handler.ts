import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, errorCodes } from '../../errors/error-codes.ts';
import { resolveRequestId } from '../request/request-id.ts';

const errors: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'the request was not received in time'],
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'the headers of the request exceed 16 KiB'],
};

const closeTimeoutMs = 1000;

/**
 * Responds to data that cannot become a request (not HTTP, too slow, headers too large) with an error of the usual form,
 * and closes the connection.
 */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET') socket.destroy();
  if (!socket.writable) return;
  const [code, message] = errors[error.code ?? ''] ?? ['invalid_parameters', 'the request is not valid HTTP'];
  const { status } = errorCodes[code];
  const requestId = resolveRequestId(undefined);
  const body = JSON.stringify({ error: message, code, requestId });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // The client may still be sending. Closing immediately would reset the connection and lose the response.
  setTimeout(() => socket.destroy(), closeTimeoutMs).unref();
}
