import { setTimeout as sleep } from 'node:timers/promises';
import { insufficientCredits, keyBudgetExceeded } from '../errors/insufficient-credits.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { JobSuccess, ReserveOutcome, ReserveRequest, SettleRequest } from '../storage/driver/ledger.ts';
import type { StoredBody } from '../storage/driver/stored-body.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';
import type { ChargeContext } from './pipeline-context.ts';

/** Credits to reserve for a request. */
export interface ReserveCreditsInput {
  readonly reservationId: string;
  readonly key: KeyRecord;
  readonly amount: number;
  readonly operation: string;
  readonly requestId: string;
  readonly idempotency?: { readonly key: string; readonly fingerprint: string } | undefined;
}

/** Where the account's balance is recorded, for the response headers of successes and errors. */
export interface BalanceSink {
  creditsRemaining: number | undefined;
}

/** The work that a charge pays for, stored together with it. */
export interface CreditedWork {
  /** For the reservation's Idempotency-Key. */
  readonly response?: StoredBody | undefined;
  readonly job?: JobSuccess | undefined;
}

const settleAttemptsMax = 3;
const settleRetryMs = 50;

/**
 * Reserves credits.
 *
 * @param balance Receives the account's available credits.
 * @returns The stored response of an earlier request with the same Idempotency-Key, if there is one; nothing is
 *   reserved then.
 * @throws {ServiceError} `insufficient_credits`, `key_budget_exceeded`, `idempotency_mismatch` or
 *   `idempotency_running`.
 * @throws {StorageUnavailableError}
 */
export async function reserveCredits(
  context: ChargeContext,
  input: ReserveCreditsInput,
  balance: BalanceSink,
): Promise<StoredBody | undefined> {
  let outcome: ReserveOutcome;
  try {
    outcome = await context.store.ledger.reserve(toReserveRequest(context, input));
  } catch (error) {
    // The reservation may exist: the connection may have been lost after the commit.
    context.scheduleRefund(input.reservationId);
    throw error;
  }
  if ('available' in outcome) balance.creditsRemaining = outcome.available;
  switch (outcome.kind) {
    case 'reserved':
      return undefined;
    case 'replay':
      return outcome.response;
    case 'insufficient':
      throw insufficientCredits('this request', `${input.amount} credits`, outcome.available);
    case 'over_budget':
      throw keyBudgetExceeded('this request', `${input.amount} credits`, outcome);
    case 'idempotency_mismatch':
      throw new ServiceError(
        'idempotency_mismatch',
        'this Idempotency-Key was used before with another request',
      );
    case 'idempotency_running':
      throw new ServiceError(
        'idempotency_running',
        'the first request with this Idempotency-Key is still running',
        { retryAfterSeconds: 1 },
      );
  }
}

/**
 * Turns the reservation into a charge. After a lost connection it is unknown whether the charge was made, so it is
 * tried again: a reservation that no longer exists was settled by an earlier attempt. If all attempts fail, the
 * refund decides: a reservation that cannot be refunded was settled.
 *
 * @returns The account's available credits, or undefined if they are unknown.
 * @throws {ServiceError} `overloaded` if another node released the reservation, `client_gone` if the job was canceled or
 *   claimed again; nothing is charged then.
 * @throws {StorageUnavailableError}
 */
export async function settleCredits(
  context: ChargeContext,
  reservationId: string,
  { response, job }: CreditedWork = {},
): Promise<number | undefined> {
  const request: SettleRequest = { reservationId, now: context.now(), response, job };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const outcome = await context.store.ledger.settle(request);
      if (outcome.kind === 'done') return outcome.available;
      if (outcome.kind === 'gone' && attempt > 1) return undefined;
      if (outcome.kind === 'job_lost') {
        throw new ServiceError('client_gone', 'the job was canceled, or is run by another attempt');
      }
      // `released`: another node considered this one dead, so nothing was charged.
      throw new ServiceError('overloaded', 'this request was considered lost before it ended; try again', {
        retryAfterSeconds: 1,
      });
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      if (attempt < settleAttemptsMax) {
        await sleep(settleRetryMs * attempt);
        continue;
      }
      const outcome = await context.store.ledger.refund(reservationId, context.now()).catch(() => undefined);
      if (outcome?.kind === 'gone') return undefined;
      throw error;
    }
  }
}

/**
 * Refunds the reservation, or schedules the refund if the database does not accept it now.
 *
 * @returns The account's available credits, or undefined if they are unknown.
 */
export async function refundCredits(
  context: ChargeContext,
  reservationId: string,
): Promise<number | undefined> {
  try {
    const outcome = await context.store.ledger.refund(reservationId, context.now());
    return outcome.kind === 'done' ? outcome.available : undefined;
  } catch {
    context.scheduleRefund(reservationId);
    return undefined;
  }
}

function toReserveRequest(
  { nodeId, retentionMs, now: currentTime }: ChargeContext,
  { reservationId, key, amount, operation, requestId, idempotency }: ReserveCreditsInput,
): ReserveRequest {
  const now = currentTime();
  const request = {
    reservationId,
    accountId: key.accountId,
    keyId: key.id,
    nodeId,
    amount,
    operation,
    requestId,
    now,
  };
  if (idempotency === undefined) return request;
  return { ...request, idempotency: { ...idempotency, expiresAt: now + retentionMs } };
}
