import { quoteValue } from '../errors/quote-value.ts';
import { ServiceError } from '../errors/service-error.ts';
import { isResourceId } from '../ids/resource-id.ts';
import type { Operation } from '../operations/define-operation.ts';
import type { PipelineContext, RequestOrigin, RequestOutcome } from './pipeline-context.ts';
import { runFreeRequest } from './run-free-request.ts';

/**
 * Returns the stored result of an earlier request to the account that made it, until it expires. The request passes
 * the same admission as the operation, and costs nothing.
 *
 * @returns An outcome; errors are part of it and never thrown.
 */
export function readStoredResult(
  operation: Operation,
  id: string,
  request: RequestOrigin,
  context: PipelineContext,
): Promise<RequestOutcome> {
  const { storedResult, name } = operation;
  const free = { ...request, name: storedResult?.path ?? name, scope: name };
  return runFreeRequest(free, context, async (key) => {
    const owner = { accountId: key.accountId, operation: name };
    const { results } = context.store;
    const blob = isResourceId(id) ? await results.find(id, owner, context.now()) : undefined;
    if (blob === undefined) {
      throw new ServiceError(
        'not_found',
        `there is no ${storedResult?.field} ${quoteValue(id)}, or it has expired`,
      );
    }
    return { kind: 'blob', blob, onClose: context.openResponses.acquire(key.id) };
  });
}
