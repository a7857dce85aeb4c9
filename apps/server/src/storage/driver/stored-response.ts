import type { Row, SqlValue } from './driver.ts';
import type { StoredResponse } from './ledger.ts';

/**
 * Reads the stored response from the columns `response` and `response_digest` of an `idempotency` row.
 *
 * @returns The response, or undefined while the request of this row is still running.
 */
export function readStoredResponse(row: Row): StoredResponse | undefined {
  const { response, response_digest: digest } = row;
  if (typeof digest === 'string') return { kind: 'blob', digest };
  return typeof response === 'string' ? { kind: 'inline', body: response } : undefined;
}

/** Returns the columns `response` and `response_digest`; both are null if nothing is stored. */
export function storedResponseColumns(
  response: StoredResponse | undefined,
): readonly [response: SqlValue, digest: SqlValue] {
  switch (response?.kind) {
    case 'inline':
      return [response.body, null];
    case 'blob':
      return [null, response.digest];
    case undefined:
      return [null, null];
  }
}

/** Maximum length of a response in the idempotency row, in UTF-16 units of JSON; longer ones are stored as blobs. */
export const inlineResponseMax = 16 * 1024;
