import type { WithJson } from '@quern/engines/pool/json-fields';
import type { ReadResource as ReadByThread } from '@quern/engines/pool/tasks';
import type { FetchedResource } from '@quern/engines/web/fetch/guarded-fetch';
import { ServiceError } from '../../errors.ts';
import type { WorkContext } from '../define-operation.ts';
import { statusError } from '../fetch-target.ts';

/** A resource as it was read, with everything that can be large as JSON. */
export type ReadResource = WithJson<ReadByThread, (typeof largeFields)[number]>;

const largeFields = ['converted.markdown', 'converted.text', 'converted.page.links'] as const;

/** What a thread needs of an answer, which can be cloned into it. */
export type ReadableResource = Pick<
  FetchedResource,
  'url' | 'contentType' | 'charset' | 'body' | 'status' | 'headers'
>;

/**
 * Reads what an address gave, in a thread.
 *
 * @throws ServiceError `blocked` for a bot wall, a log-in form or an error page in its place, `target_status` for an error status
 */
export async function readResource(
  { url, contentType, charset, body, status, headers }: ReadableResource,
  { engines, signal }: WorkContext,
): Promise<ReadResource> {
  const cloneable = { url, contentType, charset, body, status, headers };
  const read = await engines.pool.run('convertResource', cloneable, { signal, json: largeFields });
  const refusal = read.wall?.kind === 'error_page' && status >= 400 ? undefined : read.wall;
  if (refusal !== undefined) {
    throw new ServiceError('blocked', `${url} shows no content: ${refusal.reason}`);
  }
  if (status >= 400) throw statusError(url, status);
  return read;
}
