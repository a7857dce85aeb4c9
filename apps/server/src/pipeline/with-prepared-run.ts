import type { WorkObserver } from '@quern/runtime/scheduling/work-observer';
import type {
  Operation,
  OperationContext,
  ParsedRequest,
  PreparedRun,
} from '../operations/define-operation.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';
import { findReusableResult, type ReusableResult } from './find-reusable-result.ts';
import type { PipelineContext } from './pipeline-context.ts';
import type { RequestTrace } from './request-trace.ts';
import { requireMinimumCredits } from './require-minimum-credits.ts';

/** A request of a verified key, with valid input. */
export interface ParsedOperationRequest {
  readonly operation: Operation;
  readonly parsed: ParsedRequest;
  readonly key: KeyRecord;
  readonly idempotencyKey: string | undefined;
  /** Whether only the price is wanted. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  /** Observes the work in place of the trace, which it notifies. */
  readonly observer?: WorkObserver;
  readonly progress: OperationContext['progress'];
  /** Whether no client waits for the result. */
  readonly isBackground: boolean;
  readonly publishPage?: OperationContext['publishPage'];
  readonly pages?: OperationContext['pages'];
}

/**
 * Prices a request, or finds an earlier result that it accepts, and passes that on.
 *
 * @param use receives the request whose price is known; an earlier result is in memory until it ends
 * @throws {ServiceError} if the service does not permit the request, or the minimum price cannot be paid; and the errors
 *   of the operation and of `use`
 */
export async function withPreparedRun<Value>(
  request: ParsedOperationRequest,
  context: PipelineContext,
  trace: RequestTrace,
  use: (prepared: PreparedRun) => Promise<Value>,
): Promise<Value> {
  const { operation, parsed, key, idempotencyKey, dryRun, signal, isBackground, observer = trace } = request;
  const { progress, publishPage, pages } = request;
  let reusable: ReusableResult | undefined;
  try {
    const isDeferred = (): boolean => context.failureDebt.isInDebt(key.id);
    const engines = context.engines.forCaller({ flow: key.id, observer, isDeferred });
    parsed.requirePermitted(engines);
    if (parsed.reuseMaxAgeMs !== undefined) {
      reusable = await findReusableResult({ operation, parsed, key, dryRun, signal }, context);
    }
    if (operation.hasPreparation && !dryRun && reusable === undefined) {
      await requireMinimumCredits(operation, key, idempotencyKey, context, trace);
    }
    const prepares =
      reusable?.prepared ?? parsed.prepare({ engines, signal, progress, isBackground, publishPage, pages });
    const prepared = prepares instanceof Promise ? await prepares : prepares;
    signal.throwIfAborted();
    trace.reused = prepared.reused !== undefined;
    trace.endStep('price');
    return await use(prepared);
  } finally {
    reusable?.release();
  }
}
