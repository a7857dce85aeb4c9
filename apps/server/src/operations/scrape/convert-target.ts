import type { WithJsonFields } from '@quern/runtime/json-fields';
import type { FetchedResource } from '@quern/web/fetch/fetched-resource';
import type { AnalyzedResource } from '../../engines/engine-tasks.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { OperationContext } from '../define-operation.ts';
import { createTargetStatusError } from '../fetch-target.ts';

/** An analyzed resource whose large fields are serialized JSON. */
export type ConvertedTarget = WithJsonFields<AnalyzedResource, (typeof largeFields)[number]>;

const largeFields = ['converted.markdown', 'converted.text', 'converted.page.links'] as const;

/** The part of a response that is sent to the worker thread; structured clone can copy all of it. */
export type ConvertTargetInput = Pick<
  FetchedResource,
  'url' | 'contentType' | 'charset' | 'body' | 'status' | 'headers'
>;

/**
 * Analyzes and converts a fetched resource in a worker thread.
 *
 * @throws ServiceError `blocked` for a bot challenge, a login form, or an error page in place of the content;
 *   `target_status` for an error status
 */
export async function convertTarget(
  { url, contentType, charset, body, status, headers }: ConvertTargetInput,
  { engines, signal }: OperationContext,
): Promise<ConvertedTarget> {
  const message = { url, contentType, charset, body, status, headers };
  const converted = await engines.pool.run('analyzeResource', message, { signal, jsonFields: largeFields });
  const blockPage =
    converted.blockPage?.kind === 'error_page' && status >= 400 ? undefined : converted.blockPage;
  if (blockPage !== undefined) {
    throw new ServiceError('blocked', `${url} does not show its content: ${blockPage.reason}`);
  }
  if (status >= 400) throw createTargetStatusError(url, status);
  return converted;
}
