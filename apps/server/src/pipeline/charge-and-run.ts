import { createId } from '../ids/create-id.ts';
import type { Operation, PreparedRun } from '../operations/define-operation.ts';
import type { StoredBody } from '../storage/driver/stored-body.ts';
import type { JobClaim } from '../storage/jobs/job.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';
import { refundCredits, reserveCredits, settleCredits } from './charge.ts';
import { fingerprintReusable } from './find-reusable-result.ts';
import { fingerprintRequest } from './fingerprint-request.ts';
import type { PipelineContext } from './pipeline-context.ts';
import type { RequestTrace } from './request-trace.ts';
import { encodeResult } from './response/response-body.ts';
import { hasFiles, storeFiles } from './response/store-files.ts';
import { keepResponse, type StoreResponseResult, storeResponse } from './response/store-response.ts';

/** An admitted request whose price is known. */
export interface ChargeableRequest {
  readonly operation: Operation;
  readonly key: KeyRecord;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
  readonly input: unknown;
  readonly prepared: PreparedRun;
  readonly signal: AbortSignal;
  /** The claim of the job that the request is. Its success is part of the same transaction as the charge. */
  readonly job?: JobClaim | undefined;
}

/** The response of an earlier request with the same Idempotency-Key, which costs nothing; or the one that was charged. */
export type ChargedResponse =
  | { readonly kind: 'replayed'; readonly stored: StoredBody }
  | { readonly kind: 'charged'; readonly response: StoreResponseResult };

/**
 * Reserves the price, runs the operation, stores the response, and settles the reservation, or refunds it if anything
 * fails. A request with a stored response for its Idempotency-Key receives that response and is not charged.
 *
 * @throws {ServiceError} if the credits cannot be reserved; and the errors of the operation and the storage
 */
export async function chargeAndRun(
  request: ChargeableRequest,
  context: PipelineContext,
  trace: RequestTrace,
): Promise<ChargedResponse> {
  const { operation, key, requestId, idempotencyKey, input, prepared } = request;
  const reservationId = createId('res');
  const stored = await reserveCredits(
    context,
    {
      reservationId,
      key,
      amount: prepared.price,
      operation: operation.name,
      requestId,
      idempotency:
        idempotencyKey === undefined
          ? undefined
          : { key: idempotencyKey, fingerprint: await fingerprintRequest(input) },
    },
    trace,
  );
  trace.endStep('reserve');
  if (stored !== undefined) {
    trace.replayed = true;
    return { kind: 'replayed', stored };
  }
  return { kind: 'charged', response: await runReserved(request, reservationId, context, trace) };
}

async function runReserved(
  { operation, key, idempotencyKey, input, prepared, signal, job }: ChargeableRequest,
  reservationId: string,
  context: PipelineContext,
  trace: RequestTrace,
): Promise<StoreResponseResult> {
  /** Ids of the result and its files, which are deleted if the request fails. */
  const ids: string[] = [];
  const owner = { accountId: key.accountId, operation: operation.name };
  let response: StoreResponseResult | undefined;
  try {
    // The time limit may have passed during the reservation; a run that only listens for `abort` would miss it.
    signal.throwIfAborted();
    let returned: Record<string, unknown> | undefined;
    if (prepared.reused === undefined) {
      returned = { ...(await prepared.run()) };
      returned['usage'] ??= prepared.price;
      signal.throwIfAborted();
      trace.endStep('run');
    }
    // Before anything is stored: a job must not outlive its result and its files.
    const expiresAt = context.now() + context.retentionMs;
    const { storedResult } = operation;
    const { results } = context.store;
    const onId = (id: string): void => void ids.push(id);
    const data =
      returned === undefined || !hasFiles(returned)
        ? returned
        : await storeFiles(returned, { results, owner, expiresAt, onId, signal });
    let resultId: string | undefined;
    if (data !== undefined && storedResult !== undefined) {
      resultId = `${storedResult.idPrefix}${reservationId.slice('res_'.length)}`;
      data[storedResult.field] = resultId;
      ids.push(resultId);
    }
    const result = prepared.reused ?? encodeResult(data ?? {});
    const isKept = idempotencyKey !== undefined || job !== undefined;
    response = keepResponse({ result, resultId, isKept });
    if (response === undefined) {
      const fingerprint = operation.isReusable ? await fingerprintReusable(input) : undefined;
      response = await storeResponse(context, { result, owner, resultId, fingerprint, isKept, signal });
    }
    trace.endStep('store');
    signal.throwIfAborted();
    const { stored } = response;
    trace.creditsRemaining = await settleCredits(context, reservationId, {
      response: idempotencyKey === undefined ? undefined : stored,
      job: job && stored && { id: job.id, attempt: job.attempt, result: stored, expiresAt },
    });
    trace.creditsUsed = prepared.price;
    trace.endStep('settle');
    return response;
  } catch (error) {
    const available = await refundCredits(context, reservationId);
    if (available !== undefined) trace.creditsRemaining = available;
    // Failures of cleaning up must not replace the error. A result that stays is deleted when it expires.
    await response?.blob?.close().catch(() => undefined);
    for (const id of ids) await context.store.results.deleteId(id).catch(() => undefined);
    throw error;
  }
}
