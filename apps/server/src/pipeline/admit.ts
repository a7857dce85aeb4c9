import type { ExpectedWork } from '../engines/work-cost.ts';
import { requireScope } from '../keys/require-scope.ts';
import { countRequest, type RateLimitState, requireWithinLimit } from '../limits/rate-limiter.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';
import type { AdmissionContext, RequestOrigin } from './pipeline-context.ts';
import type { RequestTrace } from './request-trace.ts';

/** An admitted request. */
export interface AdmissionResult {
  readonly key: KeyRecord;
  /** Releases the request's slot. Call it once, however the request ends. */
  readonly release: () => void;
}

/** Properties of a request that are known before its body is read. */
export interface AdmissionInput<Options> {
  /** Name of the operation that the key must be allowed to call; undefined if any key may send the request. */
  readonly scope: string | undefined;
  /** Returns the least work that the caller waits for, and the work that it declares; undefined if there is almost none. */
  readonly expectWork?: (options: Options) => DeclaredWork | undefined;
}

/** Work of a request whose body has not been read. */
export interface DeclaredWork {
  readonly operation: string;
  /** That of an empty body: a body that is only declared must not keep requests out. */
  readonly least: ExpectedWork | undefined;
  /** Milliseconds of a body of the declared length; it decides which request of the key is next. */
  readonly declaredMs: number;
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
  { scope, expectWork }: AdmissionInput<Options>,
  context: AdmissionContext,
  trace: RequestTrace,
  readOptions: () => Options,
): Promise<AdmissionResult & { readonly options: Options }> {
  context.concurrencyLimiter.rejectIfDraining();
  const verified = context.verifier.verify(request.authorization);
  const key = verified instanceof Promise ? await verified : verified;
  trace.setKey(key);
  if (scope !== undefined) requireScope(key, scope);
  const options = readOptions();
  trace.endStep('auth');
  const rate = request.countedRate ?? countAgainstRate(key, context);
  trace.rate = rate instanceof Promise ? await rate : rate;
  if (trace.rate !== undefined) requireWithinLimit(trace.rate);
  context.openResponses.requireCapacity(key.id);
  const work = expectWork?.(options);
  if (work !== undefined) {
    const { operation, least } = work;
    const isDeferred = context.failureDebt.isInDebt(key.id);
    context.loadShedder.requireShortWait({ keyId: key.id, operation, work: least, isDeferred });
  }
  const { concurrencyLimiter, ratePolicy } = context;
  const slot = { keyId: key.id, runningMax: ratePolicy.runningMax, expectedMs: work?.declaredMs ?? 0 };
  const acquired = concurrencyLimiter.acquire(slot, request.controller);
  const release = typeof acquired === 'function' ? acquired : await acquired;
  trace.endStep('queue');
  return { key, options, release };
}

/** Counts a request against the rate of its key. @returns undefined if the rate is not limited */
export function countAgainstRate(
  { id, ratePerMinute }: KeyRecord,
  { ratePolicy, rateCounter, now }: Pick<AdmissionContext, 'ratePolicy' | 'rateCounter' | 'now'>,
): RateLimitState | undefined | Promise<RateLimitState> {
  const perMinute = ratePerMinute ?? ratePolicy.perMinute;
  return perMinute === null ? undefined : countRequest(rateCounter, id, perMinute, now());
}
