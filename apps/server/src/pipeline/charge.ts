import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../errors/service-error.ts';
import { randomBase62 } from '../keys/key-format.ts';
import type { Ledger, StoredResponse } from '../storage/ledger.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';

/** What charging needs of the service; the runner's context has it. */
export interface ChargeContext {
  readonly store: { readonly ledger: Ledger };
  readonly nodeId: string;
  readonly retentionMs: number;
  readonly now: () => number;
  readonly scheduleRefund: (reservationId: string) => void;
}

export interface ReserveCreditsInput {
  readonly reservationId: string;
  readonly key: KeyRecord;
  readonly amount: number;
  readonly operation: string;
  readonly requestId: string;
  readonly idempotency?: { readonly key: string; readonly fingerprint: string };
}

export const createReservationId = (): string => `res_${randomBase62(22)}`;

/** Sets credits aside; `replay` is the stored answer of an earlier request with the same Idempotency-Key. */
export async function reserveCredits(
  context: ChargeContext,
  order: ReserveCreditsInput,
): Promise<{ available: number; replay?: StoredResponse }> {
  const now = context.now();
  const { key, idempotency } = order;
  const reservation = {
    reservationId: order.reservationId,
    accountId: key.accountId,
    keyId: key.id,
    nodeId: context.nodeId,
    amount: order.amount,
    operation: order.operation,
    requestId: order.requestId,
    now,
    ...(idempotency === undefined
      ? {}
      : { idempotency: { ...idempotency, expiresAt: now + context.retentionMs } }),
  };
  const outcome = await context.store.ledger.reserve(reservation).catch((error: unknown) => {
    // The answer may have been lost on its way, and the reservation be there.
    context.scheduleRefund(order.reservationId);
    throw error;
  });
  switch (outcome.kind) {
    case 'reserved':
      return { available: outcome.available };
    case 'replay':
      return { available: outcome.available, replay: outcome.response };
    case 'insufficient':
      throw new ServiceError(
        'insufficient_credits',
        `this request costs ${order.amount} credits and the account has ${outcome.available}`,
        { headers: { 'x-credits-remaining': String(outcome.available) } },
      );
    case 'over_budget':
      throw new ServiceError(
        'key_budget_exceeded',
        `this request costs ${order.amount} credits; the key has used ${outcome.spent} of its budget of ${outcome.budget}`,
      );
    case 'idempotency_mismatch':
      throw new ServiceError(
        'idempotency_mismatch',
        'this Idempotency-Key came earlier with another request',
      );
    case 'idempotency_running':
      throw new ServiceError(
        'idempotency_running',
        'the first request with this Idempotency-Key is still running',
        { retryAfterSeconds: 1 },
      );
  }
}

const settleTries = 3;

/**
 * Turns the reservation into a charge and answers what the account has left (undefined when that was not
 * heard). A lost connection leaves open whether the charge was made, so it is tried again: a reservation that
 * is gone then was settled before. When no try is heard, giving it back decides: gone means settled.
 */
export async function settleCredits(
  context: ChargeContext,
  reservationId: string,
  response: StoredResponse | undefined,
): Promise<number | undefined> {
  const order = { reservationId, now: context.now(), ...(response === undefined ? {} : { response }) };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const outcome = await context.store.ledger.settle(order);
      if (outcome.kind === 'done') return outcome.available;
      // `released`: another node took this one for dead, so nothing was charged.
      if (outcome.kind === 'gone' && attempt > 1) return undefined;
      throw new ServiceError('overloaded', 'this request was given up as lost before it ended; try again', {
        retryAfterSeconds: 1,
      });
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      if (attempt < settleTries) {
        await sleep(50 * attempt);
        continue;
      }
      const outcome = await context.store.ledger.refund(reservationId, context.now()).catch(() => undefined);
      if (outcome?.kind === 'gone') return undefined;
      throw error;
    }
  }
}

/** Gives the reservation back; when the database does not take it now, it is given back later. */
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
