import { QuernError } from './quern-error.ts';
import { parseRetryAfter } from './retry-delay.ts';

export interface ServiceResponse {
  /** The parsed body of a 2xx answer. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

/** The parsed body; throws the error that the service answered with, or `unexpected_response`. */
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

/** What answered is not the service: a proxy's page, most often, or another service. */
export function unexpectedResponse(
  status: number,
  text: string,
  requestId: string | undefined,
  retryAfterSeconds?: number,
): QuernError {
  const start = text.slice(0, 120).replace(/\s+/g, ' ').trim();
  const shown = start === '' ? 'an empty body' : JSON.stringify(start);
  return new QuernError(`HTTP ${status} with ${shown}: is baseUrl the address of a Quern service?`, {
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
    // Not JSON: the caller says so, with the status.
    return undefined;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
