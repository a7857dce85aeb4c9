import { type ErrorCode, errorCodes } from './error-codes.ts';

/** An expected failure: a code of the catalogue and a message for the caller, with the offending value in it. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** Seconds after which a new try makes sense. */
  readonly retryAfterSeconds: number | undefined;
  /** Further response headers, such as Allow. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { retryAfterSeconds?: number; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.status = errorCodes[code].status;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? {};
  }
}

const shownLengthMax = 80;

/**
 * A value as an error message shows it: a scalar quoted, on one line, cut at 80 characters; an object or an array,
 * which may be deep or huge, only by its kind.
 */
export function quoteValue(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  // Cut before it is quoted: what is quoted is as long as the message, not as the value.
  const shown =
    typeof value === 'string' ? JSON.stringify(value.slice(0, shownLengthMax + 1)) : String(value);
  return shown.length > shownLengthMax ? `${shown.slice(0, shownLengthMax - 3)}...` : shown;
}
