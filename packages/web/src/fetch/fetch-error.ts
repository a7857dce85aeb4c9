import type { Deadline } from '@quern/runtime/deadline';
import { EngineError } from '@quern/runtime/engine-error';
import { hostOf, redactUrl } from './redact-url.ts';

/** Why a fetch failed. */
export type FetchErrorCode =
  /** Not an http or https URL, too long, or with a user name or password. */
  | 'invalid_url'
  /** A private or reserved address, or a port that browsers block. */
  | 'forbidden_address'
  /** The host name has no address. */
  | 'dns'
  /** The connection was refused or lost. */
  | 'connect'
  /** The TLS handshake failed, or the certificate is not trusted. */
  | 'tls'
  /** The time limit passed, or the server stopped sending. */
  | 'timeout'
  /** The body is larger than the limit, or a decompression bomb. */
  | 'too_large'
  /** Too many redirects, or a redirect loop. */
  | 'too_many_redirects'
  /** Not valid HTTP, or a body that cannot be decompressed. */
  | 'bad_response'
  /** The requested page responded with a 4xx or 5xx status. */
  | 'target_status'
  /** The requested page responded with 401, 403, 429 or 451. */
  | 'target_refused'
  /** The caller's signal was aborted. */
  | 'aborted';

/** Thrown when a URL cannot be fetched. The message names the host and, where possible, what to do about it. */
export class FetchError extends EngineError<'fetch', FetchErrorCode> {
  override readonly name = 'FetchError';
  /** The URL that failed, after redirects; without user name, password, query and fragment. */
  readonly url: string;

  constructor(code: FetchErrorCode, url: string, message: string, options?: { cause?: unknown }) {
    super('fetch', code, message, options);
    this.url = redactUrl(url);
  }
}

/** The error of a fetch that its caller aborted. */
export function abortedError(url: string): FetchError {
  return new FetchError('aborted', url, `Fetching ${hostOf(url)} was canceled`);
}

/** The error of a fetch whose time limit passed. */
export function timeoutError(url: string, timeoutMs: number): FetchError {
  return new FetchError(
    'timeout',
    url,
    `${hostOf(url)} did not respond within ${timeoutMs} ms; try again later`,
  );
}

/** @throws FetchError `aborted` when the caller aborted, `timeout` when the time limit has passed */
export function throwIfEnded(deadline: Deadline, url: string): void {
  if (deadline.isAborted) throw abortedError(url);
  if (deadline.isExpired) throw timeoutError(url, deadline.timeoutMs);
}
