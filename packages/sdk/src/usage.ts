import { type QuernResponse, type StoredResultOptions, sendForData } from './call-operation.ts';
import type { ClientConfig } from './client-config.ts';
import type { Usage } from './generated/operation-types.ts';
import { toQueryString } from './query-string.ts';

/** The days of a report, `YYYY-MM-DD`, UTC, both included. */
export interface UsagePeriod {
  /** Default: 29 days before the last one. */
  readonly from?: string | undefined;
  /** Default: today. */
  readonly to?: string | undefined;
}

/** Sends `GET /v0/usage`. @throws QuernError for any failure; the reason of the signal if it was aborted. */
export function getUsage(
  config: ClientConfig,
  { from, to }: UsagePeriod = {},
  { signal, requestId }: StoredResultOptions = {},
): Promise<QuernResponse<Usage>> {
  return sendForData(config, {
    method: 'GET',
    path: `/v0/usage${toQueryString({ from, to })}`,
    headers: requestId === undefined ? {} : { 'x-request-id': requestId },
    retrySafety: 'safe',
    signal,
  });
}
