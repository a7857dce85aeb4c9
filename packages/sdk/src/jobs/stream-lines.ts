import type { ClientConfig } from '../client-config.ts';
import { delay } from '../deadline.ts';
import { parseResponse } from '../parse-response.ts';
import { QuernError } from '../quern-error.ts';
import { isRetryable, retryDelayMs } from '../retry-delay.ts';

/** Lines to read. */
export interface StreamLinesOptions {
  /** Returns the path, called for every connection: a later one continues after the lines that were read. */
  readonly path: () => string;
  /** Returns further headers, called for every connection. */
  readonly headers?: () => Readonly<Record<string, string>>;
  readonly requestId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a response line by line while it is received. If the connection is lost, another one continues; without a line
 * in between, this happens as often as other requests are retried.
 *
 * @throws QuernError for any failure; the reason of the signal if it was aborted.
 */
export async function* streamLines(
  config: ClientConfig,
  { path, headers = () => ({}), requestId, signal = new AbortController().signal }: StreamLinesOptions,
): AsyncGenerator<string> {
  const own = {
    authorization: `Bearer ${config.token}`,
    ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
  };
  for (let retry = 1; ; retry += 1) {
    try {
      const response = await connect(config, path(), { ...own, ...headers() }, signal);
      for await (const line of readLines(response)) {
        retry = 0;
        yield line;
      }
      return;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const failure = error instanceof QuernError ? error : connectionLost(error);
      if (retry > config.retries || !isRetryable(failure, 'safe')) throw failure;
      await delay(retryDelayMs(failure, Math.max(1, retry)), signal);
    }
  }
}

async function connect(
  { baseUrl, fetch }: ClientConfig,
  path: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Response> {
  const response = await fetch(`${baseUrl}${path}`, { headers, signal });
  if (!response.ok) parseResponse(response, await response.text());
  return response;
}

async function* readLines({ body }: Response): AsyncGenerator<string> {
  if (body === null) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let pending = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = `${pending}${value}`.split('\n');
      pending = lines.pop() ?? '';
      yield* lines.filter((line) => line !== '');
    }
    // A line without an end was cut off.
    if (pending !== '') throw connectionLost(undefined);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

const connectionLost = (cause: unknown): QuernError =>
  new QuernError('the connection was lost before the end of the response', {
    status: 0,
    code: 'network_error',
    requestId: undefined,
    cause,
  });
