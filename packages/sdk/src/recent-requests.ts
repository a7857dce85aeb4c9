import { type QuernResponse, type StoredResultOptions, sendForData } from './call-operation.ts';
import type { ClientConfig } from './client-config.ts';
import type { RecentRequests } from './generated/operation-types.ts';
import { toQueryString } from './query-string.ts';

/** The number of requests to list. */
export interface RecentRequestsFilter {
  /** 1 to 1000; default 100. */
  readonly limit?: number | undefined;
}

/** Sends `GET /v0/requests`. @throws QuernError for any failure; the reason of the signal if it was aborted. */
export function getRecentRequests(
  config: ClientConfig,
  { limit }: RecentRequestsFilter = {},
  { signal, requestId }: StoredResultOptions = {},
): Promise<QuernResponse<RecentRequests>> {
  return sendForData(config, {
    method: 'GET',
    path: `/v0/requests${toQueryString({ limit })}`,
    headers: requestId === undefined ? {} : { 'x-request-id': requestId },
    retrySafety: 'safe',
    signal,
  });
}
