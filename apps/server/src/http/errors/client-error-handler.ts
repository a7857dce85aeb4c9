import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, errorCodes } from '../../errors/error-codes.ts';
import { resolveRequestId } from '../request-id.ts';

const problems: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'the request did not come in whole in time'],
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'the headers of the request have over 16 KiB'],
};

const closeMs = 1000;

/** What never became a request (no HTTP, too slow, too long headers) is answered in kind, and the connection closed. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET') socket.destroy();
  if (!socket.writable) return;
  const [code, message] = problems[error.code ?? ''] ?? [
    'invalid_parameters',
    'the request is not valid HTTP',
  ];
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
  // The client may still be sending: closed at once, the connection would be reset and the answer lost.
  setTimeout(() => socket.destroy(), closeMs).unref();
}
