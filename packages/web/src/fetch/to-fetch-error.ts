import type { Deadline } from '@quern/runtime/deadline';
import { abortedError, FetchError, timeoutError } from './fetch-error.ts';
import { hostOf } from './redact-url.ts';

const tlsCodes =
  /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO|HOSTNAME_MISMATCH|INVALID_CA)/;
const dnsCodes = /^(ENOTFOUND|EAI_AGAIN|EAI_FAIL|ENODATA|ESERVFAIL)$/;
const timeoutCodes = /^(UND_ERR_(HEADERS|BODY|CONNECT)_TIMEOUT|ETIMEDOUT)$/;

/**
 * Converts an error of undici, Node.js or TLS to a FetchError. Errors of none of these, such as those thrown by
 * `beforeRequest`, are returned unchanged.
 *
 * @param deadline of the fetch; when it has ended, the error is its consequence
 */
export function toFetchError(error: unknown, url: string, deadline: Deadline): Error {
  if (error instanceof FetchError) return error;
  if (deadline.isAborted) return abortedError(url);
  if (deadline.isExpired) return timeoutError(url, deadline.timeoutMs);
  if (!(error instanceof Error)) return new FetchError('connect', url, String(error));
  const inner = innermost(error);
  if (inner instanceof FetchError) return inner;
  const host = hostOf(url);
  const code = 'code' in inner && typeof inner.code === 'string' ? inner.code : '';
  const options = { cause: error };
  if (tlsCodes.test(code)) {
    return new FetchError('tls', url, `No secure connection to ${host}: ${inner.message}`, options);
  }
  if (dnsCodes.test(code)) {
    return new FetchError('dns', url, `The host name of ${host} could not be resolved`, options);
  }
  if (timeoutCodes.test(code)) {
    return new FetchError('timeout', url, `${host} stopped responding; try again later`, options);
  }
  if (inner.name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new FetchError('bad_response', url, `${host} sent a response that is not valid HTTP`, options);
  }
  if (code.startsWith('ERR_HTTP2_')) {
    return new FetchError('bad_response', url, `${host} ended the HTTP/2 response early (${code})`, options);
  }
  if (/^(E[A-Z]+|UND_ERR_SOCKET|UND_ERR_.*)$/.test(code)) {
    const message = `Cannot connect to ${host} (${code}); check that it is running`;
    return new FetchError('connect', url, message, options);
  }
  return error;
}

/** Addresses that were tried at the same time fail as one AggregateError; the first of its errors has the reason. */
function innermost(error: Error): Error {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0];
  return error.cause instanceof Error && !('code' in error) ? innermost(error.cause) : error;
}
