import type { FetchedResource, FetchOptions } from '@quern/web/fetch/fetched-resource';
import type { GuardedClient } from '@quern/web/fetch/guarded-client';
import { ServiceError } from '../errors/service-error.ts';

/**
 * Fetches the URL that a request names.
 *
 * @throws ServiceError `blocked` or `target_status` for an error status of the target
 * @throws FetchError if there is no response
 */
export async function fetchTarget(
  web: GuardedClient,
  url: string,
  options: FetchOptions,
): Promise<FetchedResource> {
  const resource = await web.fetch(url, options);
  if (resource.status < 400) return resource;
  throw createTargetStatusError(resource.url, resource.status);
}

const refusalStatuses: ReadonlySet<number> = new Set([401, 403, 429, 451]);

/** Creates the error for a target's 4xx or 5xx status: `blocked` if the target denies access, else `target_status`. */
export function createTargetStatusError(url: string, status: number): ServiceError {
  return refusalStatuses.has(status)
    ? new ServiceError('blocked', `${url} denies access: it responded with ${status}`, {
        targetStatus: status,
      })
    : new ServiceError('target_status', `${url} responded with ${status}`, { targetStatus: status });
}
