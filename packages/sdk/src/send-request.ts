import type { ClientConfig } from './client-config.ts';
import { type Deadline, delay, startDeadline } from './deadline.ts';
import { parseResponse, type ServiceResponse } from './parse-response.ts';
import { QuernError } from './quern-error.ts';
import { isRetryable, type RetrySafety, retryDelayMs } from './retry-delay.ts';

export interface RequestOptions {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** From the root of the service, with its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON text, or a form. Both can be sent again. */
  readonly body?: string | FormData;
  readonly retrySafety: RetrySafety;
  readonly signal?: AbortSignal | undefined;
}

/** Sends a request, again where that is safe and can help. Throws QuernError, or the reason of an aborted signal. */
export async function sendRequest(connection: ClientConfig, order: RequestOptions): Promise<ServiceResponse> {
  const headers = new Headers(order.headers);
  headers.set('accept', 'application/json');
  headers.set('authorization', `Bearer ${connection.token}`);
  if (typeof order.body === 'string') headers.set('content-type', 'application/json');
  const limit = startDeadline(connection.timeoutMs, order.signal);
  try {
    for (let retry = 1; ; retry += 1) {
      try {
        return await sendOnce(connection, order, headers, limit.signal);
      } catch (error) {
        await waitForRetry(error, retry, connection, order, limit);
      }
    }
  } finally {
    limit.clear();
  }
}

async function sendOnce(
  connection: ClientConfig,
  order: RequestOptions,
  headers: Headers,
  signal: AbortSignal,
): Promise<ServiceResponse> {
  const url = `${connection.baseUrl}${order.path}`;
  let response: Response;
  let text: string;
  try {
    const { method, body = null } = order;
    response = await connection.fetch(url, { method, headers, body, signal });
    text = await response.text();
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw noAnswer(connection.baseUrl, error);
  }
  return parseResponse(response, text);
}

/** Returns when it is time for another try; throws the error when there is none. */
async function waitForRetry(
  error: unknown,
  retry: number,
  connection: ClientConfig,
  order: RequestOptions,
  limit: Deadline,
): Promise<void> {
  if (!(error instanceof QuernError) || retry > connection.retries) throw error;
  if (limit.signal.aborted || !isRetryable(error, order.retrySafety)) throw error;
  const delayMs = retryDelayMs(error, retry);
  if (delayMs >= limit.remainingMs()) throw error;
  await delay(delayMs, limit.signal);
}

/** Fetch says only "fetch failed"; its cause says why. */
function noAnswer(root: string, error: unknown): QuernError {
  const causes = [error instanceof Error ? error.cause : undefined, error];
  const cause = causes.find((candidate) => candidate instanceof Error);
  const code = cause !== undefined && 'code' in cause ? String(cause.code) : '';
  const reason = cause?.message || code || String(error);
  return new QuernError(`no answer from ${root}: ${reason}`, {
    status: 0,
    code: 'network_error',
    requestId: undefined,
    cause: error,
  });
}
