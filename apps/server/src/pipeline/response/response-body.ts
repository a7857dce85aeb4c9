import { serializeWithFragments } from '@quern/runtime/json-fragment';
import { ServiceError } from '../../errors/service-error.ts';
import type { OpenBlob } from '../../storage/blobs/blob-store.ts';
import { responsePrefix, responseSuffix } from '../../storage/response-envelope.ts';
import type { StoredFile } from '../../storage/result-store.ts';

/**
 * The body of a successful response: bytes in memory, a blob or a file that is streamed to the client, text that is streamed
 * as it is created, or none (status 204).
 */
export type ResponseBody =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'text';
      readonly contentType: 'text/event-stream' | 'application/x-ndjson';
      readonly chunks: AsyncIterable<string>;
      /** Must be called when the stream has been closed. */
      readonly onClose: () => void;
    }
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | {
      readonly kind: 'file';
      readonly file: StoredFile;
      /** Short-lived URL of the bytes with `Content-Encoding: gzip`, to which the client may be redirected. */
      readonly location?: string | undefined;
      /** Must be called when the blob of the file has been closed. */
      readonly onClose: () => void;
    }
  | {
      readonly kind: 'blob';
      readonly blob: OpenBlob;
      /** Replaces the envelope of the stored body. */
      readonly envelope?: ResponseEnvelope;
      /** Must be called when the blob has been closed. */
      readonly onClose: () => void;
    };

/** The bytes around the data of a successful response. */
export interface ResponseEnvelope {
  readonly prefix: Buffer;
  readonly suffix: Buffer;
}

/** An encoded result, including its envelope. */
export interface EncodedResult {
  readonly chunks: readonly Uint8Array[];
  /** Bytes of all chunks. */
  readonly size: number;
}

/** Maximum size of a response, in bytes of JSON. */
export const resultBytesMax = 64 * 1024 * 1024;
/** Larger bodies are streamed from a file: a client that does not read one then costs a buffer, not the whole body. */
export const inMemoryBytesMax = 256 * 1024;

/**
 * Encodes data as JSON inside the envelope. Large values are fragments that a thread has already encoded, so little
 * is left for the event loop.
 *
 * @throws {ServiceError} `result_too_large`
 */
export function encodeResult(data: object): EncodedResult {
  const chunks = serializeWithFragments(data, responsePrefix, responseSuffix);
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  if (size > resultBytesMax) {
    throw new ServiceError(
      'result_too_large',
      `the result has ${size} bytes of JSON; the maximum is ${resultBytesMax}. Send less at once`,
    );
  }
  return { chunks, size };
}

/** Concatenates the chunks of a result; a single Buffer is returned as it is. */
export function toBytes({ chunks }: EncodedResult): Buffer {
  const [only] = chunks;
  return chunks.length === 1 && Buffer.isBuffer(only) ? only : Buffer.concat(chunks);
}

/** Returns the JSON of the data without its envelope, as inline responses are stored. */
export const unwrapDataJson = (body: Buffer): string =>
  body.toString('utf8', responsePrefix.length, body.length - responseSuffix.length);

/** Adds the envelope to the JSON of stored data. */
export const wrapDataJson = (dataJson: string): Buffer =>
  Buffer.from(`${responsePrefix}${dataJson}${responseSuffix}`);
