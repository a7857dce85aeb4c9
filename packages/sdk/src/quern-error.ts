import type { ErrorCode } from './generated/operation-types.ts';

/**
 * The codes of the service and five of the client: `network_error` (no response), `timeout` (`timeoutMs` elapsed),
 * `unexpected_response` (the responder is not the service), `invalid_input` (nothing was sent), `job_canceled` (the job
 * that the call waited for was canceled).
 */
export type QuernErrorCode =
  | ErrorCode
  | 'network_error'
  | 'timeout'
  | 'unexpected_response'
  | 'invalid_input'
  | 'job_canceled';

/** Fields of a QuernError. */
export interface QuernErrorDetails {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** Thrown by every call that fails, unless its own signal was aborted: then the signal's reason is thrown. */
export class QuernError extends Error {
  override readonly name = 'QuernError';
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** A known code or, from a newer service, one that this version does not know. */
  readonly code: QuernErrorCode | (string & {});
  /** Identifies the request in the service's log; undefined without a response. */
  readonly requestId: string | undefined;
  /** Delay before a retry, if the service requested one. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, details: QuernErrorDetails) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** A QuernError `invalid_input`: the call was rejected before anything was sent. */
export const invalidInput = (message: string): QuernError =>
  new QuernError(message, { status: 0, code: 'invalid_input', requestId: undefined });
