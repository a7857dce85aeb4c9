import type { OpenBlob } from '../storage/blobs/blob-store.ts';
import type { StoredResponse } from '../storage/driver/ledger.ts';
import { inlineResponseMax } from '../storage/driver/stored-response.ts';
import type { ResultOwner, ResultStore } from '../storage/result-store.ts';
import { type EncodedResult, inMemoryBytesMax, toBytes, unwrapDataJson } from './response-body.ts';

/** Dependencies of storing a response. */
export interface StoreResponseContext {
  readonly store: { readonly results: ResultStore };
  readonly now: () => number;
  readonly retentionMs: number;
}

/** A response to store. */
export interface StoreResponseInput {
  readonly result: EncodedResult;
  readonly owner: ResultOwner;
  /** Id under which the result can be requested again; undefined for operations without stored results. */
  readonly resultId: string | undefined;
  /** Hash of the request, if an equal one may receive the result again. */
  readonly fingerprint?: string | undefined;
  /** Whether a retry with the same Idempotency-Key may request it. */
  readonly isIdempotent: boolean;
  readonly signal: AbortSignal;
}

/**
 * The body to send, in memory or, if it is large, as an open blob; and the response that the ledger stores for the
 * idempotency key, if there is one.
 */
export type StoreResponseResult =
  | { readonly stored: StoredResponse | undefined; readonly blob: OpenBlob; readonly bytes?: undefined }
  | { readonly stored: StoredResponse | undefined; readonly bytes: Buffer; readonly blob?: undefined };

/**
 * Stores a response before it is charged. A body that can be requested again is written once: an idempotent retry
 * refers to the same blob. A large body that cannot is streamed from a temporary file. Small idempotent responses are
 * stored in their row.
 *
 * @throws {StorageUnavailableError} If the response cannot be stored.
 */
export async function storeResponse(
  { store: { results }, now, retentionMs }: StoreResponseContext,
  { result, owner, resultId, fingerprint, isIdempotent, signal }: StoreResponseInput,
): Promise<StoreResponseResult> {
  const isLarge = result.size > inMemoryBytesMax;
  const isInline = isIdempotent && resultId === undefined && result.size <= inlineResponseMax;
  const isBlob = resultId !== undefined || (isIdempotent && !isInline);
  if (!isBlob && !isLarge) {
    const bytes = toBytes(result);
    return { bytes, stored: isInline ? { kind: 'inline', body: unwrapDataJson(bytes) } : undefined };
  }
  const staged = await results.stage(result.chunks, signal);
  if (!isBlob) return { blob: await results.openOnce(staged), stored: undefined };
  try {
    const createdAt = now();
    const row = resultId === undefined ? undefined : { id: resultId, fingerprint, createdAt };
    await results.save(staged, owner, createdAt + retentionMs, row);
  } catch (error) {
    await results.discard(staged);
    throw error;
  }
  const stored = isIdempotent ? ({ kind: 'blob', digest: staged.digest } as const) : undefined;
  if (!isLarge) return { bytes: toBytes(result), stored };
  const blob = await results.open(staged.digest);
  // The blob was evicted at once if the store is smaller than the responses being written to it.
  return blob === undefined ? { bytes: toBytes(result), stored } : { blob, stored };
}
