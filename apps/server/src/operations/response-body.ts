import { randomUUID } from 'node:crypto';
import { JsonFragment } from '@quern/engines/json-fragment';
import { ServiceError } from '../errors.ts';
import type { OpenBlob } from '../storage/blobs/blob-store.ts';
import { responsePrefix, responseSuffix } from '../storage/stored-response.ts';

/** The body of a successful response: bytes in memory, or a blob that is streamed to the client. */
export type ResponseBody =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | {
      readonly kind: 'blob';
      readonly blob: OpenBlob /** To be called when the blob was closed. */;
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
export const inMemoryMax = 256 * 1024;

/** Random, so that no value can contain it. */
const placeholder = `fragment-${randomUUID()}-`;
const placeholderPattern = new RegExp(`"${placeholder}(\\d+)"`, 'g');

/**
 * Writes data as JSON inside the envelope. Large values come as fragments that were written in a thread, so what is
 * left for the event loop is small.
 *
 * @throws ServiceError `result_too_large`
 */
export function encodeResult(data: object): EncodedResult {
  const fragments: JsonFragment[] = [];
  const text = JSON.stringify(data, (_key, value: unknown) =>
    value instanceof JsonFragment ? `${placeholder}${fragments.push(value) - 1}` : value,
  );
  const chunks: Uint8Array[] = [responsePrefix];
  let at = 0;
  for (const found of text.matchAll(placeholderPattern)) {
    const fragment = fragments[Number(found[1])];
    if (fragment === undefined) continue;
    chunks.push(Buffer.from(text.slice(at, found.index)), fragment.bytes);
    at = found.index + found[0].length;
  }
  chunks.push(Buffer.from(text.slice(at)), responseSuffix);
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  if (size > resultBytesMax) {
    throw new ServiceError(
      'result_too_large',
      `the result has ${size} bytes of JSON; it may have ${resultBytesMax}. Send less at once`,
    );
  }
  return { chunks, size };
}

export const toBytes = ({ chunks }: EncodedResult): Buffer => Buffer.concat(chunks);

/** The JSON of the data alone, as idempotent responses are stored inline. */
export const dataJsonOf = (body: Buffer): string =>
  body.toString('utf8', responsePrefix.length, body.length - responseSuffix.length);

export const wrapDataJson = (dataJson: string): Buffer =>
  Buffer.concat([responsePrefix, Buffer.from(dataJson), responseSuffix]);
