import { insufficientCredits, keyBudgetExceeded } from '../errors/insufficient-credits.ts';
import type { Operation } from '../operations/define-operation.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';
import type { BalanceSink } from './charge.ts';
import type { PipelineContext } from './pipeline-context.ts';

/**
 * Rejects a request that cannot pay the minimum price, before its exact price is computed. A request whose response
 * is already stored for its Idempotency-Key costs nothing and passes.
 *
 * @param verified The key as it was authenticated.
 * @param balance Receives the account's available credits if they are insufficient.
 * @throws {ServiceError} `key_budget_exceeded` or `insufficient_credits`
 */
export async function requireMinimumCredits(
  { name, price }: Pick<Operation, 'name' | 'price'>,
  verified: KeyRecord,
  idempotencyKey: string | undefined,
  { store, now }: Pick<PipelineContext, 'store' | 'now'>,
  balance: BalanceSink,
): Promise<void> {
  const minimum = price.minimum;
  const isOverBudget = ({ budget, spent }: KeyRecord) => budget !== null && spent + minimum > budget;
  // The verified key may be two seconds old: credits refunded since then count.
  const key = isOverBudget(verified) ? ((await store.keys.find(verified.id)) ?? verified) : verified;
  const { accountId } = key;
  const available = (await store.accounts.find(accountId))?.available ?? 0;
  if (available >= minimum && !isOverBudget(key)) return;
  const owner = { accountId, operation: name };
  if (idempotencyKey !== undefined && (await store.results.hasStoredResponse(owner, idempotencyKey, now()))) {
    return;
  }
  const cost = `at least ${minimum} credits`;
  if (isOverBudget(key)) throw keyBudgetExceeded(name, cost, key);
  balance.creditsRemaining = available;
  throw insufficientCredits(name, cost, available);
}
