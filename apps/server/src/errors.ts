import { type ErrorCode, errorCatalogue } from './error-catalogue.ts';

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
    this.status = errorCatalogue[code].status;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? {};
  }
}

/** A value as an error message shows it: quoted, on one line, cut at 80 characters. */
export function quoteValue(value: unknown): string {
  const shown = typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value) ?? String(value));
  return shown.length > 80 ? `${shown.slice(0, 77)}...` : shown;
}
