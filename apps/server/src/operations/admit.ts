import { requireScope } from '../keys/require-scope.ts';
import { limitRate } from '../limits/rate-limiter.ts';
import type { KeyRecord } from '../storage/tables/keys.ts';
import type { RequestOrigin, RunContext } from './run-context.ts';
import type { RunTrace } from './run-trace.ts';

export interface Admitted {
  readonly key: KeyRecord;
  /** Gives the slot back; to be called once, however the request ends. */
  readonly release: () => void;
}

/**
 * The way into everything that a key may request: authenticate, check the scope, count against the rate, take a slot.
 * Nothing of a body is read before.
 *
 * @param scope name of the operation that the key must be allowed to call
 * @param readOptions checks the request's own headers, after the scope and before anything is counted
 * @throws ServiceError of the step that refuses
 */
export async function admit<Options>(
  request: RequestOrigin,
  scope: string,
  context: RunContext,
  trace: RunTrace,
  readOptions: () => Options,
): Promise<Admitted & { readonly options: Options }> {
  context.admission.refuseWhileDraining();
  const key = await context.verifier.verify(request.authorization);
  trace.identify(key);
  requireScope(key, scope);
  const options = readOptions();
  trace.step('auth');
  const perMinute = key.ratePerMinute ?? context.ratePolicy.perMinute;
  if (perMinute !== null) {
    trace.rate = await limitRate(context.takeRate, key.id, perMinute, context.now());
  }
  context.openResponses.requireRoom(key.id);
  const release = await context.admission.enter(key.id, context.ratePolicy.runningMax, request.controller);
  trace.step('queue');
  return { key, options, release };
}
