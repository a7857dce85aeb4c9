import { QuernError } from './quern-error.ts';
import { parseRetryAfter } from './retry-delay.ts';

/** A successful response of the service. */
export interface ServiceResponse {
  /** Parsed body of a 2xx response. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

/**
 * Parses a response of the service.
 *
 * @throws QuernError with the code of the service's error response, or `unexpected_response`.
 */
export function parseResponse(response: Response, text: string): ServiceResponse {
  const body = parseObject(text);
  if (response.ok && body !== undefined) return { body, headers: response.headers };
  const retryAfterSeconds = parseRetryAfter(response.headers.get('retry-after'), Date.now());
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const { error, code } = body ?? {};
  if (!response.ok && typeof error === 'string' && typeof code === 'string') {
    const ownId = typeof body?.['requestId'] === 'string' ? body['requestId'] : undefined;
    throw new QuernError(error, {
      status: response.status,
      code,
      requestId: requestId ?? ownId,
      retryAfterSeconds,
    });
  }
  throw unexpectedResponse(response.status, text, requestId, retryAfterSeconds);
}

/** The error for a response that is not the service's: usually a proxy's error page, or another service. */
export function unexpectedResponse(
  status: number,
  text: string,
  requestId: string | undefined,
  retryAfterSeconds?: number,
): QuernError {
  const start = text.slice(0, 120).replace(/\s+/g, ' ').trim();
  const shown = start === '' ? 'an empty body' : JSON.stringify(start);
  return new QuernError(`HTTP ${status} with ${shown}: is baseUrl the URL of a Quern service?`, {
    status,
    code: 'unexpected_response',
    requestId,
    retryAfterSeconds,
  });
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    // Not JSON: the caller reports it with the status.
    return undefined;
  }
}

/** Whether a value is an object that is not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
