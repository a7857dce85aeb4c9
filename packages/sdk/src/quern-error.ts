import type { ErrorBody } from './operation-types.ts';

/**
 * The service's own codes, and four of the client's: `network_error` (no answer came), `timeout` (`timeoutMs` was
 * over), `unexpected_response` (what answered is not the service), `invalid_input` (nothing was sent).
 */
export type QuernErrorCode =
  | ErrorBody['code']
  | 'network_error'
  | 'timeout'
  | 'unexpected_response'
  | 'invalid_input';

export interface QuernErrorDetails {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** Any call that did not succeed, but for one whose own signal was aborted: that throws the signal's reason. */
export class QuernError extends Error {
  override readonly name = 'QuernError';
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** A code of this version or, from a newer service, one that is not known here yet. */
  readonly code: QuernErrorCode | (string & {});
  /** Finds the request in the service's log; undefined when there was no answer. */
  readonly requestId: string | undefined;
  /** When the service asks to try again, if it said so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, details: QuernErrorDetails) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

export const invalidInput = (message: string): QuernError =>
  new QuernError(message, { status: 0, code: 'invalid_input', requestId: undefined });
