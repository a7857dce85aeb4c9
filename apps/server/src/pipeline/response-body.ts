import { serializeWithFragments } from '@quern/runtime/json-fragment';
import { ServiceError } from '../errors/service-error.ts';
import type { OpenBlob } from '../storage/blobs/blob-store.ts';
import { responsePrefix, responseSuffix } from '../storage/stored-response.ts';

/** The body of a successful response: bytes in memory, or a blob that is streamed to the client. */
export type ResponseBody =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | {
      readonly kind: 'blob';
      readonly blob: OpenBlob;
      /** To be called when the blob was closed. */
      readonly onClose: () => void;
    };

/** Encoded data of a result, with its envelope. */
export interface EncodedResult {
  readonly chunks: readonly Uint8Array[];
  /** Bytes of all chunks. */
  readonly size: number;
}

/** Bytes of JSON that one response may have. */
export const resultBytesMax = 64 * 1024 * 1024;
/** Larger bodies are streamed from a file, so that a client which does not read them costs a buffer and not the body. */
export const inMemoryBytesMax = 256 * 1024;

/**
 * Writes data as JSON inside the envelope. Large values come as fragments that were written in a thread, so what is
 * left for the event loop is small.
 *
 * @throws ServiceError `result_too_large`
 */
export function encodeResult(data: object): EncodedResult {
  const chunks = serializeWithFragments(data, responsePrefix, responseSuffix);
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  if (size > resultBytesMax) {
    throw new ServiceError(
      'result_too_large',
      `the result has ${size} bytes of JSON; it may have ${resultBytesMax}. Send less at once`,
    );
  }
  return { chunks, size };
}

export function toBytes({ chunks }: EncodedResult): Buffer {
  const [only] = chunks;
  return chunks.length === 1 && Buffer.isBuffer(only) ? only : Buffer.concat(chunks);
}

/** The JSON of the data alone, as idempotent responses are stored inline. */
export const unwrapDataJson = (body: Buffer): string =>
  body.toString('utf8', responsePrefix.length, body.length - responseSuffix.length);

export const wrapDataJson = (dataJson: string): Buffer =>
  Buffer.from(`${responsePrefix}${dataJson}${responseSuffix}`);
