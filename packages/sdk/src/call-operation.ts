import type { ClientConfig } from './client-config.ts';
import { encodeBody } from './encode-body.ts';
import { encodePathSegment } from './encode-path-segment.ts';
import type { DryRun } from './generated/operation-types.ts';
import type { OperationDescriptor } from './operation-descriptor.ts';
import { isRecord, unexpectedResponse } from './parse-response.ts';
import { type RequestOptions, sendRequest } from './send-request.ts';

/** Options of every operation. */
export interface CallOptions<Dry extends boolean = boolean> {
  /** Cancels the call; the service then stops the work and charges nothing. */
  readonly signal?: AbortSignal | undefined;
  /**
   * 1 to 255 characters. For 24 hours, the same key with the same input returns the stored response without a
   * second charge. By default every call has a new key, which its retries share.
   */
  readonly idempotencyKey?: string | undefined;
  /** Only validates the input and returns the price. */
  readonly dryRun?: Dry | undefined;
  /** Your id for the request (1 to 128 letters, digits and `_.:/+=-`), used in the service's log. */
  readonly requestId?: string | undefined;
}

/** A successful response of the service. */
export interface QuernResponse<Data> {
  readonly data: Data;
  /** Identifies the request in the service's log. */
  readonly requestId: string;
  /** Credits charged by this request: 0 for a dry run and for a stored response. */
  readonly creditsUsed: number;
  /** Remaining credits of the account; undefined if the service did not report them. */
  readonly creditsRemaining: number | undefined;
  /** Whether this is the stored response of an earlier request with the same idempotency key. */
  readonly replayed: boolean;
}

/** The response of a call: the price for a dry run, otherwise the result. */
export type OperationResponse<Data, Dry extends boolean> = QuernResponse<Dry extends true ? DryRun : Data>;

/** A method that calls an operation. With `dryRun: true` it returns the price instead of the result. */
export type OperationMethod<Input, Data> = <const Dry extends boolean = false>(
  input: Input,
  options?: CallOptions<Dry>,
) => Promise<OperationResponse<Data, Dry>>;

/** A method that returns a stored result by its id. */
export type StoredResultMethod<Data> = (
  id: string,
  options?: StoredResultOptions,
) => Promise<QuernResponse<Data>>;

/** Options of methods that return a stored result. */
export type StoredResultOptions = Pick<CallOptions, 'signal' | 'requestId'>;

/**
 * Sends `POST /v0/<operation>`. `Data` is not checked beyond being an object: the service's OpenAPI document
 * guarantees its fields.
 *
 * @throws QuernError for any failure; the reason of `signal` if it was aborted.
 */
export async function callOperation<Data, Dry extends boolean>(
  config: ClientConfig,
  operation: OperationDescriptor,
  input: object,
  options: CallOptions<Dry> = {},
): Promise<OperationResponse<Data, Dry>> {
  const headers = createCallHeaders(config, options);
  const body = encodeBody(operation, input);
  const path = `/v0/${operation.name}`;
  const { signal } = options;
  return sendForData(config, { method: 'POST', path, headers, body, retrySafety: 'safe', signal });
}

/** The headers of a request for an operation. */
export function createCallHeaders(
  { retries }: Pick<ClientConfig, 'retries'>,
  { idempotencyKey, dryRun, requestId }: CallOptions,
): Record<string, string> {
  const headers: Record<string, string> = {};
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
  else if (dryRun !== true && retries > 0) headers['idempotency-key'] = createIdempotencyKey();
  if (dryRun === true) headers['x-dry-run'] = 'true';
  if (requestId !== undefined) headers['x-request-id'] = requestId;
  return headers;
}

/**
 * Sends `GET /v0/<collection>/<id>`, which returns a stored result.
 *
 * @throws QuernError `not_found` if it does not exist or has expired, or for any other failure.
 */
export async function getStoredResult<Data>(
  config: ClientConfig,
  collection: string,
  id: string,
  options: StoredResultOptions = {},
): Promise<QuernResponse<Data>> {
  return sendForData(config, {
    method: 'GET',
    path: `/v0/${collection}/${encodePathSegment(id)}`,
    headers: options.requestId === undefined ? {} : { 'x-request-id': options.requestId },
    retrySafety: 'safe',
    signal: options.signal,
  });
}

/**
 * Sends a request whose response is an envelope. `Data` is not checked beyond being an object.
 *
 * @throws QuernError for any failure; the reason of the signal if it was aborted.
 */
export async function sendForData<Data>(
  config: ClientConfig,
  request: RequestOptions,
): Promise<QuernResponse<Data>> {
  const { body, headers } = await sendRequest(config, request);
  const requestId = headers.get('x-request-id') ?? '';
  if (body['success'] !== true || !isRecord(body['data'])) {
    throw unexpectedResponse(200, JSON.stringify(body), requestId);
  }
  return {
    // The envelope is checked; the fields of the data are guaranteed by the service's OpenAPI document.
    data: body['data'] as Data,
    requestId,
    creditsUsed: parseInteger(headers.get('x-credits-used')) ?? 0,
    creditsRemaining: parseInteger(headers.get('x-credits-remaining')),
    replayed: headers.get('idempotent-replayed') === 'true',
  };
}

function parseInteger(header: string | null): number | undefined {
  return header === null || !/^-?\d+$/.test(header) ? undefined : Number(header);
}

/** Creates a key with 128 random bits. (`crypto.randomUUID` is unavailable on pages loaded over plain HTTP.) */
function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `sdk_${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
