import { type ErrorCode, errorCodes } from './error-codes.ts';

/** Optional properties of a ServiceError. */
export interface ServiceErrorOptions {
  /** Seconds after which a retry may succeed. */
  readonly retryAfterSeconds?: number;
  /** Additional response headers, such as Allow. */
  readonly headers?: Readonly<Record<string, string>>;
  /** HTTP status of the response of a website, if that is the reason. */
  readonly targetStatus?: number | undefined;
  /** Whether it lasts until an operator changes the service; default: false. */
  readonly isLasting?: boolean;
  readonly cause?: unknown;
}

/** An expected failure: one of the error codes, and a message for the caller that includes the offending value. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  /** HTTP status of the code. */
  readonly status: number;
  /** Seconds after which a retry may succeed; sent as Retry-After. */
  readonly retryAfterSeconds: number | undefined;
  /** Additional response headers, such as Allow. */
  readonly headers: Readonly<Record<string, string>>;
  /** HTTP status of the response of a website, if that is the reason. */
  readonly targetStatus: number | undefined;
  /** Whether it lasts until an operator changes the service. */
  readonly isLasting: boolean;

  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.status = errorCodes[code].status;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? {};
    this.targetStatus = options.targetStatus;
    this.isLasting = options.isLasting ?? false;
  }
}

/** Creates an `invalid_parameters` error. */
export const invalidParameters = (message: string): ServiceError =>
  new ServiceError('invalid_parameters', message);
