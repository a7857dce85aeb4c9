import { errorCodes } from '../../errors/error-codes.ts';
import type { ServiceError } from '../../errors/service-error.ts';
import { headersForCode } from './headers-for-code.ts';

/** An HTTP error response. */
export interface ErrorResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/**
 * Creates the response for an error: `{error, code, requestId}`, or problem details (RFC 9457) for a client that
 * accepts `application/problem+json`.
 *
 * @param accept the Accept header of the request
 * @param publicUrl base URL of the service, for the link to the documentation of the code
 */
export function createErrorResponse(
  error: ServiceError,
  requestId: string,
  accept: string | undefined,
  publicUrl: string,
): ErrorResponse {
  const headers: Record<string, string> = {
    ...headersForCode(error.code),
    ...error.headers,
    'x-request-id': requestId,
  };
  if (error.retryAfterSeconds !== undefined) headers['retry-after'] = String(error.retryAfterSeconds);
  const page = `${publicUrl}/docs/errors/${error.code}`;
  if (accept?.includes('application/problem+json')) {
    return {
      status: error.status,
      headers: { ...headers, 'content-type': 'application/problem+json; charset=utf-8' },
      body: JSON.stringify({
        type: page,
        title: errorCodes[error.code].title,
        status: error.status,
        detail: error.message,
        instance: requestId,
        error: error.message,
        code: error.code,
        requestId,
      }),
    };
  }
  return {
    status: error.status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ error: error.message, code: error.code, requestId }),
  };
}
