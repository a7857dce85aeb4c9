import { requireScope } from '../keys/require-scope.ts';
import type { WorkRequest } from '../limits/load-shedder.ts';
import { countRequest, requireWithinLimit } from '../limits/rate-limiter.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';
import type { AdmissionContext, RequestOrigin } from './pipeline-context.ts';
import type { RequestTrace } from './request-trace.ts';

/** An admitted request. */
export interface AdmissionResult {
  readonly key: KeyRecord;
  /**
   * Releases the request's slot. Call it once, however the request ends.
   *
   * @param hasWorked Whether it was computed to its end, so that its time predicts that of others.
   */
  readonly release: (hasWorked: boolean) => void;
}

/** Properties of a request that are known before its body is read. */
export interface AdmissionInput<Options> {
  /** Name of the operation that the key must be allowed to call; undefined if any key may send the request. */
  readonly scope: string | undefined;
  /** Returns the work that the caller waits for; undefined if there is almost none. */
  readonly describeWork?: (options: Options) => Omit<WorkRequest, 'keyId'> | undefined;
}

/**
 * Admits a request: authenticates it, checks the scope, counts it against the rate, and waits for a slot. Every
 * request of a key passes here, before any of its body is read.
 *
 * @param readOptions Validates the request's headers, after the scope and before anything is counted.
 * @throws {ServiceError} The error of the step that rejects the request.
 */
export async function admit<Options>(
  request: RequestOrigin,
  { scope, describeWork }: AdmissionInput<Options>,
  context: AdmissionContext,
  trace: RequestTrace,
  readOptions: () => Options,
): Promise<AdmissionResult & { readonly options: Options }> {
  context.concurrencyLimiter.rejectIfDraining();
  const key = await context.verifier.verify(request.authorization);
  trace.setKey(key);
  if (scope !== undefined) requireScope(key, scope);
  const options = readOptions();
  trace.endStep('auth');
  const perMinute = key.ratePerMinute ?? context.ratePolicy.perMinute;
  if (perMinute !== null) {
    trace.rate = await countRequest(context.rateCounter, key.id, perMinute, context.now());
    requireWithinLimit(trace.rate);
  }
  context.openResponses.requireCapacity(key.id);
  context.failureBudget.requireRemaining(key.id);
  const work = describeWork?.(options);
  const ticket = work && context.loadShedder.admit({ ...work, keyId: key.id });
  try {
    const releaseSlot = await context.concurrencyLimiter.acquire(
      key.id,
      context.ratePolicy.runningMax,
      request.controller,
    );
    trace.endStep('queue');
    const release = (hasWorked: boolean): void => {
      ticket?.end(hasWorked ? trace.workedMs : undefined);
      releaseSlot();
    };
    return { key, options, release };
  } catch (error) {
    ticket?.end(undefined);
    throw error;
  }
}
