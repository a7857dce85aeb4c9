import type { WithJsonFields } from '@quern/runtime/json-fields';
import type { FetchedResource } from '@quern/web/fetch/guarded-client';
import type { AnalyzedResource as ReadByThread } from '../../engines/engine-tasks.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { OperationContext } from '../define-operation.ts';
import { targetStatusError } from '../fetch-target.ts';

/** A resource as it was read, with everything that can be large as JSON. */
export type ConvertedTarget = WithJsonFields<ReadByThread, (typeof largeFields)[number]>;

const largeFields = ['converted.markdown', 'converted.text', 'converted.page.links'] as const;

/** What a thread needs of an answer, which can be cloned into it. */
export type ConvertTargetInput = Pick<
  FetchedResource,
  'url' | 'contentType' | 'charset' | 'body' | 'status' | 'headers'
>;

/**
 * Reads what an address gave, in a thread.
 *
 * @throws ServiceError `blocked` for a bot wall, a log-in form or an error page in its place, `target_status` for an error status
 */
export async function convertTarget(
  { url, contentType, charset, body, status, headers }: ConvertTargetInput,
  { engines, signal }: OperationContext,
): Promise<ConvertedTarget> {
  const cloneable = { url, contentType, charset, body, status, headers };
  const read = await engines.pool.run('analyzeResource', cloneable, { signal, jsonFields: largeFields });
  const refusal = read.blockPage?.kind === 'error_page' && status >= 400 ? undefined : read.blockPage;
  if (refusal !== undefined) {
    throw new ServiceError('blocked', `${url} shows no content: ${refusal.reason}`);
  }
  if (status >= 400) throw targetStatusError(url, status);
  return read;
}
