import { createReservationId, reserveCredits, returnCredits, settleCredits } from '../credits/charge.ts';
import { ServiceError } from '../errors.ts';
import { requireScope } from '../keys/require-scope.ts';
import { limitRate } from '../limits/rate-limiter.ts';
import type { KeyRecord } from '../storage/tables/keys.ts';
import type { Operation, PricedWork, WorkContext } from './define-operation.ts';
import { toServiceError } from './engine-errors.ts';
import { fingerprintRequest } from './request-fingerprint.ts';
import type { OperationRequest, RequestOptions, RunContext, RunOutcome } from './run-context.ts';
import { RunTrace } from './run-trace.ts';

/**
 * The one way through: authenticate → scope → limit → parse → price → reserve → run → settle or refund →
 * one log line. No operation goes round it, and nothing else touches credits.
 */
export async function runOperation(
  operation: Operation,
  request: OperationRequest,
  context: RunContext,
): Promise<RunOutcome> {
  const trace = new RunTrace(operation.name, request.requestId, request.client);
  try {
    const dataJson = await pass(operation, request, context, trace);
    const record = trace.finish(200);
    context.observe(record);
    return { ok: true, dataJson, record };
  } catch (thrown) {
    const error = toServiceError(thrown, request.controller.signal);
    const fault = error.status >= 500 ? (error.cause ?? thrown) : undefined;
    const record = trace.finish(error.status, error.code, fault);
    context.observe(record);
    return { ok: false, error, record };
  }
}

async function pass(
  operation: Operation,
  request: OperationRequest,
  context: RunContext,
  trace: RunTrace,
): Promise<string> {
  context.admission.refuseWhileDraining();
  const key = await context.verifier.verify(request.authorization);
  trace.identify(key);
  requireScope(key, operation.name);
  const options = request.readOptions();
  trace.step('auth');
  const perMinute = key.ratePerMinute ?? context.ratePolicy.perMinute;
  if (perMinute !== null) {
    trace.rate = await limitRate(context.takeRate, key.id, perMinute, context.now());
  }
  const { signal } = request.controller;
  const leave = await context.admission.enter(key.id, context.ratePolicy.runningMax, request.controller);
  trace.step('queue');
  const timer = setTimeout(() => request.controller.abort(overTime(operation)), operation.timeLimitMs);
  try {
    const input = operation.parse(await request.readInput(operation));
    trace.step('parse');
    const working: WorkContext = { engines: context.engines, signal, progress: () => undefined };
    if (operation.prepare !== undefined && !options.dryRun) {
      await requireLeastCredits(operation, key, options, context);
    }
    const work = await operation.begin(input, working);
    signal.throwIfAborted();
    trace.step('price');
    if (options.dryRun) return await answerDryRun(key, work, context, trace);
    return await charge(operation, { ...request, ...options }, context, trace, key, input, work);
  } finally {
    clearTimeout(timer);
    leave();
  }
}

async function charge(
  operation: Operation,
  request: OperationRequest & RequestOptions,
  context: RunContext,
  trace: RunTrace,
  key: KeyRecord,
  input: unknown,
  work: PricedWork,
): Promise<string> {
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
  trace.step('reserve');
  if (reserved.replay !== undefined) {
    trace.replayed = true;
    // Only inline responses are stored so far.
    if (reserved.replay.kind === 'blob')
      throw new Error('the stored response is a blob, which cannot be read');
    return reserved.replay.body;
  }
  let keptId: string | undefined;
  try {
    const data: Record<string, unknown> = { ...(await work.run()), usage: work.price };
    request.controller.signal.throwIfAborted();
    trace.step('run');
    if (operation.keep !== undefined) {
      keptId = `${operation.keep.idPrefix}${reservationId.slice('res_'.length)}`;
      data[operation.keep.field] = keptId;
    }
    const dataJson = JSON.stringify(data);
    if (keptId !== undefined) {
      const expiresAt = context.now() + context.retentionMs;
      const kept = {
        id: keptId,
        accountId: key.accountId,
        operation: operation.name,
        body: dataJson,
        expiresAt,
      };
      await context.store.results.put(kept);
    }
    request.controller.signal.throwIfAborted();
    trace.creditsRemaining = await settleCredits(
      context,
      reservationId,
      idempotency === undefined ? undefined : { kind: 'inline', body: dataJson },
    );
    trace.creditsUsed = work.price;
    trace.step('settle');
    return dataJson;
  } catch (error) {
    const available = await returnCredits(context, reservationId);
    if (available !== undefined) trace.creditsRemaining = available;
    if (keptId !== undefined) await context.store.results.remove(keptId);
    throw error;
  }
}

/** Refuses, before any work is done, what cannot be paid for; a stored answer costs nothing any more. */
async function requireLeastCredits(
  { name, price }: Operation,
  verified: KeyRecord,
  { idempotencyKey }: RequestOptions,
  { store, now }: RunContext,
): Promise<void> {
  const isOverBudget = ({ budget, spent }: KeyRecord) => budget !== null && spent + price.least > budget;
  // The verified key may be two seconds old: what was refunded since then must not be refused.
  const key = isOverBudget(verified) ? ((await store.keys.find(verified.id)) ?? verified) : verified;
  const available = (await store.accounts.find(key.accountId))?.available ?? 0;
  const overBudget = isOverBudget(key);
  if (available >= price.least && !overBudget) return;
  if (
    idempotencyKey !== undefined &&
    (await store.results.isAnswered(key.accountId, name, idempotencyKey, now()))
  ) {
    return;
  }
  if (overBudget) {
    throw new ServiceError(
      'key_budget_exceeded',
      `${name} costs ${price.least} credits or more; the key has used ${key.spent} of its budget of ${key.budget}`,
    );
  }
  throw new ServiceError(
    'insufficient_credits',
    `${name} costs ${price.least} credits or more and the account has ${available}`,
    { headers: { 'x-credits-remaining': String(available) } },
  );
}

async function answerDryRun(
  key: KeyRecord,
  work: PricedWork,
  context: RunContext,
  trace: RunTrace,
): Promise<string> {
  const balance = (await context.store.accounts.find(key.accountId))?.available ?? 0;
  trace.creditsRemaining = balance;
  return JSON.stringify({
    dryRun: true,
    price: work.price,
    balance,
    ...(work.tokenCount === undefined ? {} : { tokenCount: work.tokenCount }),
  });
}

const overTime = (operation: Operation): ServiceError =>
  new ServiceError(
    'time_limit',
    `${operation.name} may take ${operation.timeLimitMs / 1000} s and was stopped`,
  );
