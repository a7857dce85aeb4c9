import type { ClientConfig } from './client-config.ts';
import { type Deadline, delay, startDeadline } from './deadline.ts';
import { parseResponse, type ServiceResponse } from './parse-response.ts';
import { QuernError } from './quern-error.ts';
import { isRetryable, type RetrySafety, retryDelayMs } from './retry-delay.ts';

/** A request to the service. */
export interface RequestOptions {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path from the root of the service, with the query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON text, another text if the headers have its type, or a form; all can be sent repeatedly. */
  readonly body?: string | FormData;
  readonly retrySafety: RetrySafety;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request whose response is JSON, and retries it if that is safe and may succeed.
 *
 * @throws QuernError for any failure; the reason of the signal if it was aborted.
 */
export function sendRequest(config: ClientConfig, request: RequestOptions): Promise<ServiceResponse> {
  return sendAndRead(config, request, async (response) => {
    const text = await response.text();
    return () => parseResponse(response, text);
  });
}

/**
 * Sends a request whose response is a file, and retries it if that is safe and may succeed.
 *
 * @throws QuernError for any failure; the reason of the signal if it was aborted.
 */
export function sendForBytes(
  config: ClientConfig,
  request: RequestOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  return sendAndRead(config, request, async (response) => {
    const bytes = new Uint8Array(await response.arrayBuffer());
    return () => {
      if (!response.ok) parseResponse(response, new TextDecoder().decode(bytes));
      return bytes;
    };
  });
}

/** Reads a response. Its errors are those of the connection; those of the returned function are final. */
type ReadResponse<Value> = (response: Response) => Promise<() => Value>;

async function sendAndRead<Value>(
  config: ClientConfig,
  request: RequestOptions,
  read: ReadResponse<Value>,
): Promise<Value> {
  const headers = new Headers(request.headers);
  if (!headers.has('accept')) headers.set('accept', 'application/json');
  headers.set('authorization', `Bearer ${config.token}`);
  if (typeof request.body === 'string' && !headers.has('content-type')) {
    headers.set('content-type', 'application/json');
  }
  const deadline = startDeadline(config.timeoutMs, request.signal);
  try {
    for (let retry = 1; ; ) {
      try {
        return await sendOnce(config, { ...request, headers, signal: deadline.signal }, read);
      } catch (error) {
        await waitForRetry(error, retry, config, request, deadline);
        if (!isStillRunning(error)) retry += 1;
      }
    }
  } finally {
    deadline.clear();
  }
}

interface Attempt extends Pick<RequestOptions, 'method' | 'path' | 'body'> {
  readonly headers: Headers;
  readonly signal: AbortSignal;
}

async function sendOnce<Value>(
  config: ClientConfig,
  { path, body, ...attempt }: Attempt,
  read: ReadResponse<Value>,
): Promise<Value> {
  let parse: () => Value;
  try {
    parse = await read(await config.fetch(`${config.baseUrl}${path}`, { ...attempt, body: body ?? null }));
  } catch (error) {
    if (attempt.signal.aborted) throw attempt.signal.reason;
    throw networkError(config.baseUrl, error);
  }
  return parse();
}

/** Waits before the next attempt, or rethrows the error if there is none. */
async function waitForRetry(
  error: unknown,
  retry: number,
  config: ClientConfig,
  request: RequestOptions,
  deadline: Deadline,
): Promise<void> {
  if (!(error instanceof QuernError) || config.retries === 0) throw error;
  if (retry > config.retries && !isStillRunning(error)) throw error;
  if (deadline.signal.aborted || !isRetryable(error, request.retrySafety)) throw error;
  const delayMs = retryDelayMs(error, retry);
  if (delayMs >= deadline.remainingMs()) throw error;
  await delay(delayMs, deadline.signal);
}

/** The first request with the same key is still running: its end is waited for, however often that has to be asked. */
function isStillRunning(error: unknown): boolean {
  return error instanceof QuernError && error.code === 'idempotency_running';
}

/** The message of fetch is only "fetch failed"; its cause has the reason. */
function networkError(baseUrl: string, error: unknown): QuernError {
  const causes = [error instanceof Error ? error.cause : undefined, error];
  const cause = causes.find((candidate) => candidate instanceof Error);
  const code = cause !== undefined && 'code' in cause ? String(cause.code) : '';
  const reason = cause?.message || code || String(error);
  return new QuernError(`no response from ${baseUrl}: ${reason}`, {
    status: 0,
    code: 'network_error',
    requestId: undefined,
    cause: error,
  });
}
