import type { OpenBlob } from '../../storage/blobs/blob-store.ts';
import { inlineBodyMax, type StoredBody } from '../../storage/driver/stored-body.ts';
import type { ResultOwner } from '../../storage/result-rows.ts';
import type { ResultStore } from '../../storage/result-store.ts';
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
  /** Whether it is kept, for retries with the same Idempotency-Key or as the result of a job. */
  readonly isKept: boolean;
  readonly signal: AbortSignal;
}

/**
 * The body to send, in memory or, if it is large, as an open blob; and the response that the ledger stores for the
 * idempotency key or the job, if there is one.
 */
export type StoreResponseResult =
  | { readonly stored: StoredBody | undefined; readonly blob: OpenBlob; readonly bytes?: undefined }
  | { readonly stored: StoredBody | undefined; readonly bytes: Buffer; readonly blob?: undefined };

/**
 * Returns a small response that is not stored outside of its row.
 *
 * @returns undefined if `storeResponse` must store it
 */
export function keepResponse({
  result,
  resultId,
  isKept,
}: Pick<StoreResponseInput, 'result' | 'resultId' | 'isKept'>): StoreResponseResult | undefined {
  if (resultId !== undefined || result.size > (isKept ? inlineBodyMax : inMemoryBytesMax)) return undefined;
  const bytes = toBytes(result);
  return { bytes, stored: isKept ? { kind: 'inline', body: unwrapDataJson(bytes) } : undefined };
}

/**
 * Stores a response before it is charged. A body that can be requested again is written once: an idempotent retry
 * and a job refer to the same blob. A large body that cannot is streamed from a temporary file. Small kept responses are
 * stored in their row.
 *
 * @throws {StorageUnavailableError} If the response cannot be stored.
 */
export async function storeResponse(
  { store: { results }, now, retentionMs }: StoreResponseContext,
  { result, owner, resultId, fingerprint, isKept, signal }: StoreResponseInput,
): Promise<StoreResponseResult> {
  const kept = keepResponse({ result, resultId, isKept });
  if (kept !== undefined) return kept;
  const staged = await results.stage(result.chunks, signal);
  if (resultId === undefined && !isKept) return { blob: await results.openOnce(staged), stored: undefined };
  try {
    const createdAt = now();
    const row = resultId === undefined ? undefined : { id: resultId, fingerprint, createdAt };
    await results.save(staged, owner, createdAt + retentionMs, row);
  } catch (error) {
    await results.discard(staged);
    throw error;
  }
  const stored = isKept ? ({ kind: 'blob', digest: staged.digest } as const) : undefined;
  if (result.size <= inMemoryBytesMax) return { bytes: toBytes(result), stored };
  const blob = await results.open(staged.digest);
  // The blob was evicted at once if the store is smaller than the responses being written to it.
  return blob === undefined ? { bytes: toBytes(result), stored } : { blob, stored };
}
