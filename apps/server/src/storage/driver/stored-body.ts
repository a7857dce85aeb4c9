import type { Row, SqlValue } from './driver.ts';

/** A body that a row refers to: its text, or the SHA-256 (hex) of the blob that holds it. */
export type StoredBody =
  | { readonly kind: 'inline'; readonly body: string }
  | { readonly kind: 'blob'; readonly digest: string };

/**
 * Reads a body from its two columns, such as `response` and `response_digest`.
 *
 * @returns The body, or undefined if there is none, as while the request of an idempotency key is still running.
 */
export function readStoredBody(row: Row, column: string): StoredBody | undefined {
  const digest = row[`${column}_digest`];
  if (typeof digest === 'string') return { kind: 'blob', digest };
  const body = row[column];
  return typeof body === 'string' ? { kind: 'inline', body } : undefined;
}

/** Returns the two columns of a body, its text and its digest; both are null if there is none. */
export function storedBodyColumns(body: StoredBody | undefined): readonly [text: SqlValue, digest: SqlValue] {
  switch (body?.kind) {
    case 'inline':
      return [body.body, null];
    case 'blob':
      return [null, body.digest];
    case undefined:
      return [null, null];
  }
}

/** Maximum length of a body in its row, in UTF-16 units; longer ones are stored as blobs. */
export const inlineBodyMax = 16 * 1024;
