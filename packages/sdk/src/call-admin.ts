import type { ClientConfig } from './client-config.ts';
import { encodePathSegment } from './encode-path-segment.ts';
import { unexpectedResponse } from './parse-response.ts';
import { sendRequest } from './send-request.ts';

/** Options of every method of the admin API. */
export interface AdminCallOptions {
  /** Cancels the call. */
  readonly signal?: AbortSignal | undefined;
}

/** A request of the admin API. */
export interface AdminRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path in which `{id}` stands for the id. */
  readonly path: string;
  readonly id?: string;
  /** The query of a GET, otherwise the JSON body. */
  readonly input?: object | undefined;
  /** The property of the response that is the result. */
  readonly resultField: string;
}

/**
 * Sends a request of the admin API. A POST is retried only after a 429, since it might otherwise run twice.
 *
 * @returns The value of `resultField`, whose type the OpenAPI document guarantees.
 * @throws QuernError for any failure; the reason of `options.signal` if it was aborted.
 */
export async function callAdmin<Result>(
  config: ClientConfig,
  { method, path, id, input, resultField }: AdminRequest,
  options: AdminCallOptions = {},
): Promise<Result> {
  const filled = id === undefined ? path : path.replace('{id}', encodePathSegment(id));
  const { body } = await sendRequest(config, {
    method,
    path: method === 'GET' ? `${filled}${encodeQuery(input)}` : filled,
    ...(method === 'POST' || method === 'PATCH' ? { body: JSON.stringify(input ?? {}) } : {}),
    retrySafety: method === 'POST' ? 'unsafe' : 'safe',
    signal: options.signal,
  });
  if (body[resultField] === undefined) throw unexpectedResponse(200, JSON.stringify(body), undefined);
  return body[resultField] as Result;
}

function encodeQuery(input: object = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}
