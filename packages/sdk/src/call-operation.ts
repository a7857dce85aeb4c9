import type { ClientConfig } from './client-config.ts';
import { encodePathSegment } from './encode-path-segment.ts';
import { createIdempotencyKey } from './idempotency-key.ts';
import type { DryRun } from './operation-types.ts';
import { isRecord, unexpectedResponse } from './parse-response.ts';
import { sendRequest } from './send-request.ts';

export interface CallOptions<Dry extends boolean = boolean> {
  /** Ends the call; the service then stops the work and charges nothing. */
  readonly signal?: AbortSignal | undefined;
  /**
   * 1 to 255 characters. The same key with the same input gives the stored answer again for 24 hours, without a
   * second charge. By default every call has a key of its own, which its retries share.
   */
  readonly idempotencyKey?: string | undefined;
  /** Only checks the input and tells the price. */
  readonly dryRun?: Dry | undefined;
  /** Your id of the request (1 to 128 of letters, digits and `_.:/+=-`), for the service's log. */
  readonly requestId?: string | undefined;
}

export interface QuernResponse<Data> {
  readonly data: Data;
  /** Finds the request in the service's log. */
  readonly requestId: string;
  /** Credits charged by the request that brought this answer: 0 for a dry run and for a stored answer. */
  readonly creditsUsed: number;
  /** Credits the account has left; undefined where the service did not say. */
  readonly creditsRemaining: number | undefined;
  /** Whether this is the stored answer of an earlier request with the same idempotency key. */
  readonly replayed: boolean;
}

/** What a call answers with: the price for a dry run, else the result. */
export type OperationResponse<Data, Dry extends boolean> = QuernResponse<Dry extends true ? DryRun : Data>;

/** `POST /v0/<operation>`. The type of its data is the caller's to know, from the service's document. */
export function callOperation<Data, Dry extends boolean>(
  connection: ClientConfig,
  operation: string,
  body: string | FormData,
  options: CallOptions<Dry> = {},
): Promise<OperationResponse<Data, Dry>> {
  const headers: Record<string, string> = {};
  const { idempotencyKey, dryRun, requestId, signal } = options;
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
  else if (dryRun !== true && connection.retries > 0) headers['idempotency-key'] = createIdempotencyKey();
  if (dryRun === true) headers['x-dry-run'] = 'true';
  if (requestId !== undefined) headers['x-request-id'] = requestId;
  const path = `/v0/${operation}`;
  return ask(connection, { method: 'POST', path, headers, body, retrySafety: 'safe', signal });
}

/** `GET /v0/<path>/<id>`: a stored result. */
export async function getStoredResult<Data>(
  connection: ClientConfig,
  path: string,
  id: string,
  options: Pick<CallOptions, 'signal' | 'requestId'> = {},
): Promise<QuernResponse<Data>> {
  return ask(connection, {
    method: 'GET',
    path: `/v0/${path}/${encodePathSegment(id)}`,
    headers: options.requestId === undefined ? {} : { 'x-request-id': options.requestId },
    retrySafety: 'safe',
    signal: options.signal,
  });
}

async function ask<Data>(
  connection: ClientConfig,
  order: Parameters<typeof sendRequest>[1],
): Promise<QuernResponse<Data>> {
  const { body, headers } = await sendRequest(connection, order);
  const requestId = headers.get('x-request-id') ?? '';
  if (body['success'] !== true || !isRecord(body['data'])) {
    throw unexpectedResponse(200, JSON.stringify(body), requestId);
  }
  return {
    // The envelope is checked; that the data has the fields of its document is the service's promise.
    data: body['data'] as Data,
    requestId,
    creditsUsed: readNumber(headers.get('x-credits-used')) ?? 0,
    creditsRemaining: readNumber(headers.get('x-credits-remaining')),
    replayed: headers.get('idempotent-replayed') === 'true',
  };
}

function readNumber(header: string | null): number | undefined {
  return header === null || !/^-?\d+$/.test(header) ? undefined : Number(header);
}
