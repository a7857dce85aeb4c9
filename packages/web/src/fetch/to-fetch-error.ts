import { abortedError, type Deadline, timeoutError } from './deadline.ts';
import { FetchError } from './fetch-error.ts';

const tlsCodes =
  /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO|HOSTNAME_MISMATCH|INVALID_CA)/;
const dnsCodes = /^(ENOTFOUND|EAI_AGAIN|EAI_FAIL|ENODATA|ESERVFAIL)$/;
const timeoutCodes = /^(UND_ERR_(HEADERS|BODY|CONNECT)_TIMEOUT|ETIMEDOUT)$/;

/** Says in our terms what went wrong below: undici's, Node's and TLS's codes become one FetchError. */
export function toFetchError(error: unknown, url: string, limit: Deadline): Error {
  if (error instanceof FetchError) return error;
  if (limit.isAborted()) return abortedError(url);
  if (limit.isExpired()) return timeoutError(url, limit.timeoutMs);
  if (!(error instanceof Error)) return new FetchError('connect', url, String(error));
  const inner = innermost(error);
  if (inner instanceof FetchError) return inner;
  const host = URL.parse(url)?.host ?? url;
  const code = 'code' in inner && typeof inner.code === 'string' ? inner.code : '';
  const options = { cause: error };
  if (tlsCodes.test(code)) {
    return new FetchError('tls', url, `No safe connection to ${host}: ${inner.message}`, options);
  }
  if (dnsCodes.test(code))
    return new FetchError('dns', url, `The name of ${host} could not be resolved`, options);
  if (timeoutCodes.test(code)) {
    return new FetchError('timeout', url, `${host} kept silent for too long; try again later`, options);
  }
  if (inner.name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new FetchError('bad_response', url, `${host} sent an answer that is not valid HTTP`, options);
  }
  if (code.startsWith('ERR_HTTP2_')) {
    return new FetchError('bad_response', url, `${host} broke off its answer over HTTP/2 (${code})`, options);
  }
  if (/^(E[A-Z]+|UND_ERR_SOCKET|UND_ERR_.*)$/.test(code)) {
    return new FetchError('connect', url, `No connection to ${host} (${code}); check that it is up`, options);
  }
  return error;
}

/** Several addresses tried at once fail together (AggregateError); the first of them says why. */
function innermost(error: Error): Error {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0];
  return error.cause instanceof Error && !('code' in error) ? innermost(error.cause) : error;
}
