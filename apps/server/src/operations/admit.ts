import { requireScope } from '../keys/require-scope.ts';
import { limitRate } from '../limits/rate-limiter.ts';
import type { WorkRequest } from '../limits/workload.ts';
import type { KeyRecord } from '../storage/tables/keys.ts';
import type { RequestOrigin, RunContext } from './run-context.ts';
import type { RunTrace } from './run-trace.ts';

export interface Admitted {
  readonly key: KeyRecord;
  /** Gives the slot back; to be called once, however the request ends. */
  readonly release: (hasSucceeded: boolean) => void;
}

/** What is requested, as far as it is known before the body is read. */
export interface Admissible {
  /** Name of the operation that the key must be allowed to call. */
  readonly scope: string;
  /** What the work is expected to need; absent: next to nothing. */
  readonly work?: Omit<WorkRequest, 'keyId' | 'operation'>;
}

/**
 * The way into everything that a key may request: authenticate, check the scope, count against the rate, take a slot.
 * Nothing of a body is read before.
 *
 * @param readOptions checks the request's own headers, after the scope and before anything is counted
 * @throws ServiceError of the step that refuses
 */
export async function admit<Options>(
  request: RequestOrigin,
  { scope, work }: Admissible,
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
  context.failures.require(key.id);
  const ticket = work && context.workload.admit({ ...work, keyId: key.id, operation: scope });
  try {
    const leave = await context.admission.enter(key.id, context.ratePolicy.runningMax, request.controller);
    trace.step('queue');
    const release = (hasSucceeded: boolean): void => {
      ticket?.end(hasSucceeded ? trace.workedMs : undefined);
      leave();
    };
    return { key, options, release };
  } catch (error) {
    ticket?.end(undefined);
    throw error;
  }
}
