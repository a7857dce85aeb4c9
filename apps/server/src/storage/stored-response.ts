import type { Row, SqlValue } from './driver.ts';
import type { StoredResponse } from './ledger.ts';

/**
 * Reads the stored response from the columns `response` and `response_digest` of an `idempotency` row.
 *
 * @returns undefined while the request of this row is still running.
 */
export function readStoredResponse(row: Row): StoredResponse | undefined {
  const { response, response_digest: digest } = row;
  if (typeof digest === 'string') return { kind: 'blob', digest };
  return typeof response === 'string' ? { kind: 'inline', body: response } : undefined;
}

/** The columns `response` and `response_digest`, both null when nothing is stored. */
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

/** Longer responses (UTF-16 units of JSON) are stored as blobs, not in the idempotency row. */
export const inlineResponseMax = 16 * 1024;

/** What surrounds the data of a successful response. A stored blob has the whole body, an inline response the data alone. */
export const responsePrefix = '{"success":true,"data":';
export const responseSuffix = '}';
