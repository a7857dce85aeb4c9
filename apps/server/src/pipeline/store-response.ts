import type { OpenBlob } from '../storage/blobs/blob-store.ts';
import type { StoredResponse } from '../storage/ledger.ts';
import type { ResultOwner } from '../storage/result-store.ts';
import { inlineResponseMax } from '../storage/stored-response.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { type EncodedResult, inMemoryBytesMax, toBytes, unwrapDataJson } from './response-body.ts';

export interface StoreResponseInput {
  readonly result: EncodedResult;
  readonly owner: ResultOwner;
  /** The id by which the result can be requested again; undefined for operations that keep none. */
  readonly resultId: string | undefined;
  /** Whether a retry with the same Idempotency-Key may ask for it. */
  readonly isIdempotent: boolean;
  readonly signal: AbortSignal;
}

/** A response that is stored as far as it has to be: its body in memory, or open in the store when it is large. */
export type StoreResponseResult =
  | { readonly stored: StoredResponse | undefined; readonly blob: OpenBlob; readonly bytes?: undefined }
  | { readonly stored: StoredResponse | undefined; readonly bytes: Buffer; readonly blob?: undefined };

/**
 * Stores a response before it is charged. A body that can be requested again is written once: an idempotent retry refers to
 * the same blob. A large one that cannot goes through a temporary file. Small idempotent responses stay in their row.
 */
export async function storeResponse(
  { store, now, retentionMs }: Pick<PipelineContext, 'store' | 'now' | 'retentionMs'>,
  { result, owner, resultId, isIdempotent, signal }: StoreResponseInput,
): Promise<StoreResponseResult> {
  const isLarge = result.size > inMemoryBytesMax;
  const isInline = isIdempotent && resultId === undefined && result.size <= inlineResponseMax;
  const isBlob = resultId !== undefined || (isIdempotent && !isInline);
  if (!isBlob && !isLarge) {
    const bytes = toBytes(result);
    return { bytes, stored: isInline ? { kind: 'inline', body: unwrapDataJson(bytes) } : undefined };
  }
  const { results } = store;
  const staged = await results.stage(result.chunks, signal);
  if (!isBlob) return { blob: await results.openOnce(staged), stored: undefined };
  try {
    await results.save(staged, owner, now() + retentionMs, resultId);
  } catch (error) {
    await results.discard(staged);
    throw error;
  }
  const stored = isIdempotent ? ({ kind: 'blob', digest: staged.digest } as const) : undefined;
  if (!isLarge) return { bytes: toBytes(result), stored };
  const blob = await results.open(staged.digest);
  // Evicted at once: the store is smaller than what is being written to it.
  return blob === undefined ? { bytes: toBytes(result), stored } : { blob, stored };
}
