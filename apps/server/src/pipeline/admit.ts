import { requireScope } from '../keys/require-scope.ts';
import type { WorkRequest } from '../limits/load-shedder.ts';
import { enforceRateLimit } from '../limits/rate-limiter.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';
import type { PipelineContext, RequestOrigin } from './pipeline-context.ts';
import type { RequestTrace } from './request-trace.ts';

export interface AdmissionResult {
  readonly key: KeyRecord;
  /** Gives the slot back; to be called once, however the request ends. */
  readonly release: (hasSucceeded: boolean) => void;
}

/** What is requested, as far as it is known before the body is read. */
export interface AdmissionInput {
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
  { scope, work }: AdmissionInput,
  context: PipelineContext,
  trace: RequestTrace,
  readOptions: () => Options,
): Promise<AdmissionResult & { readonly options: Options }> {
  context.concurrencyLimiter.rejectIfDraining();
  const key = await context.verifier.verify(request.authorization);
  trace.setKey(key);
  requireScope(key, scope);
  const options = readOptions();
  trace.endStep('auth');
  const perMinute = key.ratePerMinute ?? context.ratePolicy.perMinute;
  if (perMinute !== null) {
    trace.rate = await enforceRateLimit(context.incrementRateWindow, key.id, perMinute, context.now());
  }
  context.openResponses.requireCapacity(key.id);
  context.failureBudget.requireRemaining(key.id);
  const ticket = work && context.loadShedder.admit({ ...work, keyId: key.id, operation: scope });
  try {
    const leave = await context.concurrencyLimiter.acquire(
      key.id,
      context.ratePolicy.runningMax,
      request.controller,
    );
    trace.endStep('queue');
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
