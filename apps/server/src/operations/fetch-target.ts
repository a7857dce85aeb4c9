import type { FetchedResource, FetchOptions, GuardedClient } from '@quern/web/fetch/guarded-client';
import { ServiceError } from '../errors/service-error.ts';

/** Fetches what a request asks for; an error status of the target is `target_status` or `blocked`. */
export async function fetchTarget(
  web: GuardedClient,
  url: string,
  options: FetchOptions,
): Promise<FetchedResource> {
  const resource = await web.fetch(url, options);
  if (resource.status < 400) return resource;
  throw targetStatusError(resource.url, resource.status);
}

export function targetStatusError(url: string, status: number): ServiceError {
  const refused = status === 401 || status === 403 || status === 429 || status === 451;
  return refused
    ? new ServiceError('blocked', `${url} does not let us in: it answered ${status}`)
    : new ServiceError('target_status', `${url} answered ${status}`);
}
