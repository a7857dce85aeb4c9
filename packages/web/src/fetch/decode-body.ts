import type { Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { pipeThrough } from '@quern/runtime/pipe-through';
import { FetchError } from './fetch-error.ts';
import { peekFirstChunk } from './peek-first-chunk.ts';
import { hostOf } from './redact-url.ts';

/** Above this size, a body that expanded to more than `ratioMax` times its compressed size is a decompression bomb. */
const ratioFloorBytes = 4 * 1024 * 1024;
const ratioMax = 300;
/** Maximum number of stacked encodings. */
const layersMax = 3;
/** 8 MiB (RFC 9659). zlib would allocate the window that a frame asks for. */
const zstdWindowLogMax = 23;
/** Values that servers send in `Content-Encoding` although the body is not compressed. */
const noEncoding = /^(?:identity|none|utf-?8|iso-8859-\d+|windows-\d+|binary|[78]bit|text(?:\/.*)?|chunked)$/;

/**
 * Decompresses a body according to `Content-Encoding` (gzip, deflate, br, zstd, up to three stacked) and enforces
 * the size limit on the compressed bytes, on the output, and between the layers. The bytes take precedence over the
 * header: markup that is labeled as compressed is passed through, and gzip under another label is decompressed. A
 * truncated body yields the data before the break, as in browsers.
 *
 * @param encoding value of the `Content-Encoding` header
 * @throws FetchError `too_large` or `bad_response`
 */
export async function* decodeBody(
  raw: AsyncIterable<Uint8Array>,
  encoding: string,
  bytesMax: number,
  url: string,
): AsyncGenerator<Uint8Array> {
  const layers = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !noEncoding.test(name));
  if (layers.length > layersMax) {
    const message = `${hostOf(url)} compressed its response ${layers.length} times`;
    throw new FetchError('bad_response', url, message);
  }
  let rawBytes = 0;
  let decodedBytes = 0;
  let stream = counted(raw, (bytes) => {
    rawBytes += bytes;
    if (rawBytes > bytesMax) throw tooLargeError(url, bytesMax);
  });
  for (const layer of layers.reverse()) {
    let layerBytes = 0;
    // Each layer is limited: a bomb may expand to gigabytes in an inner layer and to little in the end.
    stream = counted(decompress(stream, layer, url), (bytes) => {
      layerBytes += bytes;
      if (layerBytes > bytesMax) throw tooLargeError(url, bytesMax);
    });
  }
  for await (const chunk of stream) {
    decodedBytes += chunk.byteLength;
    if (decodedBytes > bytesMax) throw tooLargeError(url, bytesMax);
    if (decodedBytes > ratioFloorBytes && decodedBytes > rawBytes * ratioMax) {
      const message = `${hostOf(url)} sent a body that expands to over ${ratioMax} times its size`;
      throw new FetchError('too_large', url, message);
    }
    yield chunk;
  }
}

/** The error of a response whose body is larger than the limit. */
export function tooLargeError(url: string, bytesMax: number): FetchError {
  return new FetchError('too_large', url, `The response of ${hostOf(url)} is larger than ${bytesMax} bytes`);
}

async function* counted(
  source: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    count(chunk.byteLength);
    yield chunk;
  }
}

async function* decompress(
  source: AsyncIterable<Uint8Array>,
  layer: string,
  url: string,
): AsyncGenerator<Uint8Array> {
  const peeked = await peekFirstChunk(source);
  if (!peeked) return;
  const decoder = decoderFor(layer, peeked.first, url);
  if (!decoder) {
    yield* peeked.chunks;
    return;
  }
  yield* pipeThrough(peeked.chunks, decoder, (cause) => {
    const message = `${hostOf(url)} sent a body that cannot be decompressed`;
    return new FetchError('bad_response', url, message, { cause });
  });
}

/** @returns undefined when the body is not compressed */
function decoderFor(layer: string, head: Uint8Array, url: string): Transform | undefined {
  const zlibOptions = { finishFlush: constants.Z_SYNC_FLUSH };
  if (isMarkup(head)) return undefined;
  if (isGzip(head) && head.length > 1) return createGunzip(zlibOptions);
  switch (layer) {
    case 'gzip':
    case 'x-gzip':
      return isGzip(head) ? createGunzip(zlibOptions) : undefined;
    case 'deflate':
      return isZlib(head) ? createInflate(zlibOptions) : createInflateRaw(zlibOptions);
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    case 'zstd':
      return createZstdDecompress({
        finishFlush: constants.ZSTD_e_flush,
        params: { [constants.ZSTD_d_windowLogMax]: zstdWindowLogMax },
      });
    default: {
      const message = `${hostOf(url)} used the unknown content encoding '${layer}'`;
      throw new FetchError('bad_response', url, message);
    }
  }
}

/** A run of printable ASCII that starts with `<`. A compressed stream starts like this once in many millions. */
function isMarkup(head: Uint8Array): boolean {
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, 64)).toString('latin1');
  return /^(?:\xef\xbb\xbf)?\s*<[\t\n\r\x20-\x7e]{12}/.test(start);
}

/** Whether bytes start like a gzip file (RFC 1952). A single byte is checked alone when no more have arrived. */
export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && (head.length < 2 || head[1] === 0x8b);
}

/** Whether bytes start with a zlib header (RFC 1950): method 8, and divisible by 31. Otherwise deflate is raw. */
function isZlib(head: Uint8Array): boolean {
  const [first = 0, second] = head;
  return (first & 0x0f) === 8 && (second === undefined || ((first << 8) | second) % 31 === 0);
}
