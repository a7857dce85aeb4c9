import { createId } from '../ids/create-id.ts';
import type { Operation, PreparedRun } from '../operations/define-operation.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';
import { refundCredits, reserveCredits, settleCredits } from './charge.ts';
import { fingerprintReusable } from './find-reusable-result.ts';
import { fingerprintRequest } from './fingerprint-request.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { replayResponse } from './replay-response.ts';
import type { RequestTrace } from './request-trace.ts';
import { encodeResult, type ResponseBody } from './response-body.ts';
import { type StoreResponseResult, storeResponse } from './store-response.ts';

/** An admitted request whose price is known. */
export interface ChargeableRequest {
  readonly operation: Operation;
  readonly key: KeyRecord;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
  readonly input: unknown;
  readonly prepared: PreparedRun;
  readonly signal: AbortSignal;
}

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
): Promise<ResponseBody> {
  const { operation, key, requestId, idempotencyKey, input, prepared } = request;
  const reservationId = createId('res');
  const replay = await reserveCredits(
    context,
    {
      reservationId,
      key,
      amount: prepared.price,
      operation: operation.name,
      requestId,
      ...(idempotencyKey === undefined
        ? {}
        : { idempotency: { key: idempotencyKey, fingerprint: fingerprintRequest(input) } }),
    },
    trace,
  );
  trace.endStep('reserve');
  if (replay !== undefined) {
    const body = await replayResponse(replay, key.id, context);
    trace.replayed = true;
    return body;
  }
  return runReserved(request, reservationId, context, trace);
}

async function runReserved(
  { operation, key, idempotencyKey, input, prepared, signal }: ChargeableRequest,
  reservationId: string,
  context: PipelineContext,
  trace: RequestTrace,
): Promise<ResponseBody> {
  let resultId: string | undefined;
  let response: StoreResponseResult | undefined;
  try {
    // The time limit may have passed during the reservation; a run that only listens for `abort` would miss it.
    signal.throwIfAborted();
    let result = prepared.reused;
    if (result === undefined) {
      const data: Record<string, unknown> = { ...(await prepared.run()), usage: prepared.price };
      signal.throwIfAborted();
      trace.endStep('run');
      if (operation.storedResult !== undefined) {
        resultId = `${operation.storedResult.idPrefix}${reservationId.slice('res_'.length)}`;
        data[operation.storedResult.field] = resultId;
      }
      result = encodeResult(data);
    }
    response = await storeResponse(context, {
      result,
      owner: { accountId: key.accountId, operation: operation.name },
      resultId,
      fingerprint: operation.isReusable ? fingerprintReusable(input) : undefined,
      isIdempotent: idempotencyKey !== undefined,
      signal,
    });
    trace.endStep('store');
    signal.throwIfAborted();
    trace.creditsRemaining = await settleCredits(context, reservationId, response.stored);
    trace.creditsUsed = prepared.price;
    trace.endStep('settle');
    const { blob } = response;
    if (blob === undefined) return { kind: 'bytes', bytes: response.bytes };
    return { kind: 'blob', blob, onClose: context.openResponses.acquire(key.id) };
  } catch (error) {
    await response?.blob?.close();
    const available = await refundCredits(context, reservationId);
    if (available !== undefined) trace.creditsRemaining = available;
    if (resultId !== undefined) await context.store.results.deleteId(resultId);
    throw error;
  }
}
