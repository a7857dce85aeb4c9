import type { GuardedFetch, GuardedFetchOptions } from './fetched-resource.ts';
import { createGuardedClient } from './guarded-client.ts';

export type {
  FetchedHead,
  FetchedResource,
  FetchOptions,
  GuardedClient,
  GuardedFetch,
  GuardedFetchOptions,
  GuardedOpen,
  StreamedResource,
} from './fetched-resource.ts';
export { createGuardedClient } from './guarded-client.ts';

/**
 * The one way from Quern to the web: only http and https, only public addresses (checked on the very
 * addresses the socket connects to, again on every redirect), bounded in time, size and redirects.
 * Answers of any status are given back; only what gave no usable answer throws.
 *
 * @throws FetchError with its `code`
 */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  return createGuardedClient(options).fetch;
}
