import { quoteValue } from '../errors/quote-value.ts';
import { ServiceError } from '../errors/service-error.ts';
import { isResourceId } from '../ids/resource-id.ts';
import type { Operation } from '../operations/define-operation.ts';
import { admit } from './admit.ts';
import type { PipelineContext, RequestOrigin, RequestOutcome } from './pipeline-context.ts';
import { traceRequest } from './trace-request.ts';

/**
 * The stored result of an earlier request, for the account that made it, until it expires. It goes through the same
 * admission as the operation, and costs nothing.
 *
 * @throws nothing: a refusal is part of the outcome
 */
export function readStoredResult(
  operation: Operation,
  id: string,
  request: RequestOrigin,
  context: PipelineContext,
): Promise<RequestOutcome> {
  const { storedResult: keep, name } = operation;
  return traceRequest(keep?.path ?? name, request, context, async (trace) => {
    const { key, release } = await admit(request, { scope: name }, context, trace, () => undefined);
    try {
      const owner = { accountId: key.accountId, operation: name };
      const { results } = context.store;
      const blob = isResourceId(id) ? await results.find(id, owner, context.now()) : undefined;
      if (blob === undefined) {
        throw new ServiceError(
          'not_found',
          `there is no ${keep?.field} ${quoteValue(id)}, or it has expired`,
        );
      }
      return { kind: 'blob', blob, onClose: context.openResponses.acquire(key.id) };
    } finally {
      release(true);
    }
  });
}
