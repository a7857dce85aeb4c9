import { type QuernResponse, type StoredResultOptions, sendForData } from './call-operation.ts';
import type { ClientConfig } from './client-config.ts';
import type { LanguageList } from './generated/operation-types.ts';

/** Sends `GET /v0/languages`. @throws QuernError for any failure; the reason of the signal if it was aborted. */
export function getLanguages(
  config: ClientConfig,
  { signal, requestId }: StoredResultOptions = {},
): Promise<QuernResponse<LanguageList>> {
  return sendForData(config, {
    method: 'GET',
    path: '/v0/languages',
    headers: requestId === undefined ? {} : { 'x-request-id': requestId },
    retrySafety: 'safe',
    signal,
  });
}
