import { ServiceError } from '../errors/service-error.ts';
import type { Operation, OperationContext, PreparedRun } from '../operations/define-operation.ts';
import type { StoredResponse } from '../storage/ledger.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';
import { admit } from './admit.ts';
import { createReservationId, refundCredits, reserveCredits, settleCredits } from './charge.ts';
import { fingerprintRequest } from './fingerprint-request.ts';
import type {
  OperationRequest,
  PipelineContext,
  RequestOptions,
  RequestOutcome,
} from './pipeline-context.ts';
import type { RequestTrace } from './request-trace.ts';
import { encodeResult, type ResponseBody, toBytes, wrapDataJson } from './response-body.ts';
import { type StoreResponseResult, storeResponse } from './store-response.ts';
import { traceRequest } from './trace-request.ts';

/**
 * The one way through: authenticate → scope → limit → parse → price → reserve → run → settle or refund →
 * one log line. No operation bypasses it, and nothing else touches credits.
 */
export function runOperation(
  operation: Operation,
  request: OperationRequest,
  context: PipelineContext,
): Promise<RequestOutcome> {
  return traceRequest(operation.name, request, context, (trace) => pass(operation, request, context, trace));
}

async function pass(
  operation: Operation,
  request: OperationRequest,
  context: PipelineContext,
  trace: RequestTrace,
): Promise<ResponseBody> {
  const { key, options, release } = await admit(
    request,
    {
      scope: operation.name,
      work: { cost: operation.cost, bodyBytes: request.bodyBytes, timeLimitMs: operation.timeLimitMs },
    },
    context,
    trace,
    request.readOptions,
  );
  const { signal } = request.controller;
  const timer = setTimeout(() => request.controller.abort(overTime(operation)), operation.timeLimitMs);
  const body = context.bodyMemoryBudget.allocate(key.id);
  let hasSucceeded = false;
  try {
    const parsed = operation.parse(await request.readInput(operation, body.grow));
    trace.endStep('parse');
    const engines = context.engines.forCaller({ flow: key.id, observer: trace });
    const working: OperationContext = { engines, signal, progress: () => undefined };
    if (operation.hasPreparation && !options.dryRun) {
      await requireLeastCredits(operation, key, options, context);
    }
    const work = await parsed.prepare(working);
    signal.throwIfAborted();
    trace.endStep('price');
    if (options.dryRun) return await answerDryRun(key, work, context, trace);
    const answer = await charge(
      operation,
      { ...request, ...options },
      context,
      trace,
      key,
      parsed.input,
      work,
    );
    hasSucceeded = !trace.replayed;
    return answer;
  } finally {
    clearTimeout(timer);
    body.release();
    release(hasSucceeded);
  }
}

async function charge(
  operation: Operation,
  request: OperationRequest & RequestOptions,
  context: PipelineContext,
  trace: RequestTrace,
  key: KeyRecord,
  input: unknown,
  work: PreparedRun,
): Promise<ResponseBody> {
  const reservationId = createReservationId();
  const idempotency =
    request.idempotencyKey === undefined
      ? undefined
      : { key: request.idempotencyKey, fingerprint: fingerprintRequest(input) };
  const reserved = await reserveCredits(context, {
    reservationId,
    key,
    amount: work.price,
    operation: operation.name,
    requestId: request.requestId,
    ...(idempotency === undefined ? {} : { idempotency }),
  });
  trace.creditsRemaining = reserved.available;
  trace.endStep('reserve');
  if (reserved.replay !== undefined) {
    const body = await replay(reserved.replay, key, context);
    trace.replayed = true;
    return body;
  }
  let keptId: string | undefined;
  let response: StoreResponseResult | undefined;
  try {
    const data: Record<string, unknown> = { ...(await work.run()), usage: work.price };
    request.controller.signal.throwIfAborted();
    trace.endStep('run');
    if (operation.storedResult !== undefined) {
      keptId = `${operation.storedResult.idPrefix}${reservationId.slice('res_'.length)}`;
      data[operation.storedResult.field] = keptId;
    }
    response = await storeResponse(context, {
      result: encodeResult(data),
      owner: { accountId: key.accountId, operation: operation.name },
      resultId: keptId,
      isIdempotent: idempotency !== undefined,
      signal: request.controller.signal,
    });
    trace.endStep('store');
    request.controller.signal.throwIfAborted();
    trace.creditsRemaining = await settleCredits(context, reservationId, response.stored);
    trace.creditsUsed = work.price;
    trace.endStep('settle');
    const { blob } = response;
    if (blob === undefined) return { kind: 'bytes', bytes: response.bytes };
    return { kind: 'blob', blob, onClose: context.openResponses.acquire(key.id) };
  } catch (error) {
    await response?.blob?.close();
    const available = await refundCredits(context, reservationId);
    if (available !== undefined) trace.creditsRemaining = available;
    if (keptId !== undefined) await context.store.results.deleteId(keptId);
    throw error;
  }
}

/** The stored response of the first request with the same Idempotency-Key. */
async function replay(
  response: StoredResponse,
  key: KeyRecord,
  context: PipelineContext,
): Promise<ResponseBody> {
  if (response.kind === 'inline') return { kind: 'bytes', bytes: wrapDataJson(response.body) };
  const blob = await context.store.results.open(response.digest);
  if (blob === undefined) {
    throw new ServiceError(
      'idempotent_response_evicted',
      'the response to this Idempotency-Key was charged and sent, but is no longer stored; use a new key to run the request again',
    );
  }
  return { kind: 'blob', blob, onClose: context.openResponses.acquire(key.id) };
}

/** Refuses, before any work is done, what cannot be paid for; a stored answer costs nothing any more. */
async function requireLeastCredits(
  { name, price }: Operation,
  verified: KeyRecord,
  { idempotencyKey }: RequestOptions,
  { store, now }: PipelineContext,
): Promise<void> {
  const isOverBudget = ({ budget, spent }: KeyRecord) => budget !== null && spent + price.minimum > budget;
  // The verified key may be two seconds old: what was refunded since then must not be refused.
  const key = isOverBudget(verified) ? ((await store.keys.find(verified.id)) ?? verified) : verified;
  const available = (await store.accounts.find(key.accountId))?.available ?? 0;
  const overBudget = isOverBudget(key);
  if (available >= price.minimum && !overBudget) return;
  if (
    idempotencyKey !== undefined &&
    (await store.results.hasStoredResponse(
      { accountId: key.accountId, operation: name },
      idempotencyKey,
      now(),
    ))
  ) {
    return;
  }
  if (overBudget) {
    throw new ServiceError(
      'key_budget_exceeded',
      `${name} costs ${price.minimum} credits or more; the key has used ${key.spent} of its budget of ${key.budget}`,
    );
  }
  throw new ServiceError(
    'insufficient_credits',
    `${name} costs ${price.minimum} credits or more and the account has ${available}`,
    { headers: { 'x-credits-remaining': String(available) } },
  );
}

async function answerDryRun(
  key: KeyRecord,
  work: PreparedRun,
  context: PipelineContext,
  trace: RequestTrace,
): Promise<ResponseBody> {
  const balance = (await context.store.accounts.find(key.accountId))?.available ?? 0;
  trace.creditsRemaining = balance;
  const result = encodeResult({
    dryRun: true,
    price: work.price,
    balance,
    ...(work.tokenCount === undefined ? {} : { tokenCount: work.tokenCount }),
  });
  return { kind: 'bytes', bytes: toBytes(result) };
}

const overTime = (operation: Operation): ServiceError =>
  new ServiceError(
    'time_limit',
    `${operation.name} may take ${operation.timeLimitMs / 1000} s and was stopped`,
  );
