import { ServiceError } from '../errors/service-error.ts';
import type { StoredBody } from '../storage/driver/stored-body.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { type ResponseBody, wrapDataJson } from './response/response-body.ts';

/**
 * Returns the stored response of the first request with the same Idempotency-Key.
 *
 * @throws {ServiceError} `idempotent_response_evicted`
 */
export async function replayResponse(
  response: StoredBody,
  keyId: string,
  { store, openResponses }: Pick<PipelineContext, 'store' | 'openResponses'>,
): Promise<ResponseBody> {
  if (response.kind === 'inline') return { kind: 'bytes', bytes: wrapDataJson(response.body) };
  const blob = await store.results.open(response.digest);
  if (blob === undefined) {
    throw new ServiceError(
      'idempotent_response_evicted',
      'the response to this Idempotency-Key was charged and sent, but is no longer stored; use a new key to run the request again',
    );
  }
  return { kind: 'blob', blob, onClose: openResponses.acquire(keyId) };
}
