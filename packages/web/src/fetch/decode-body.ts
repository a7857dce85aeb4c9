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

/** Past this many decoded bytes a body that grew by more than `ratioMax` is taken for a decompression bomb. */
const ratioFloorBytes = 4 * 1024 * 1024;
const ratioMax = 300;
const layersMax = 3;
/** 8 MiB (RFC 9659); a frame that names a larger window would have it allocated. */
const zstdWindowLogMax = 23;
/** What servers write here though it packs nothing. */
const noEncoding = /^(?:identity|none|utf-?8|iso-8859-\d+|windows-\d+|binary|[78]bit|text(?:\/.*)?|chunked)$/;

/**
 * Undoes `Content-Encoding` (gzip, deflate, br, zstd, stacked up to three deep) and counts: neither the raw
 * nor the decoded bytes may pass `maxBytes`. What the bytes plainly are goes before what the header calls them:
 * markup that claims to be packed and gzip under another name are read. A body that breaks off gives what it
 * had (as browsers do).
 *
 * @throws FetchError `too_large` or `bad_response`
 */
export async function* decodeBody(
  raw: AsyncIterable<Uint8Array>,
  encoding: string,
  maxBytes: number,
  url: string,
): AsyncGenerator<Uint8Array> {
  const layers = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !noEncoding.test(name));
  if (layers.length > layersMax) {
    throw new FetchError('bad_response', url, `${hostOf(url)} compressed its answer ${layers.length} times`);
  }
  const count = { raw: 0, decoded: 0 };
  let stream = counted(raw, (bytes) => {
    count.raw += bytes;
    if (count.raw > maxBytes) throw tooLargeError(url, maxBytes);
  });
  for (const layer of layers.reverse()) {
    let unpacked = 0;
    // Each layer counts: a bomb may unpack to little in the end, after gigabytes in between.
    stream = counted(unpack(stream, layer, url), (bytes) => {
      unpacked += bytes;
      if (unpacked > maxBytes) throw tooLargeError(url, maxBytes);
    });
  }
  for await (const chunk of stream) {
    count.decoded += chunk.byteLength;
    if (count.decoded > maxBytes) throw tooLargeError(url, maxBytes);
    if (count.decoded > ratioFloorBytes && count.decoded > count.raw * ratioMax) {
      throw new FetchError(
        'too_large',
        url,
        `${hostOf(url)} sent a body that unpacks to over ${ratioMax} times its size`,
      );
    }
    yield chunk;
  }
}

export function tooLargeError(url: string, maxBytes: number): FetchError {
  return new FetchError('too_large', url, `The answer of ${hostOf(url)} is larger than ${maxBytes} bytes`);
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

async function* counted(
  source: AsyncIterable<Uint8Array>,
  add: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    add(chunk.byteLength);
    yield chunk;
  }
}

async function* unpack(
  source: AsyncIterable<Uint8Array>,
  layer: string,
  url: string,
): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return;
  const rest = prepend(first.value, iterator);
  const decoder = decoderFor(layer, first.value, url);
  if (!decoder) {
    yield* rest;
    return;
  }
  yield* pipeThrough(rest, decoder, (cause) => {
    const message = `${hostOf(url)} sent a body that cannot be decompressed`;
    return new FetchError('bad_response', url, message, { cause });
  });
}

async function* prepend(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

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
    default:
      throw new FetchError(
        'bad_response',
        url,
        `${hostOf(url)} used the unknown content encoding '${layer}'`,
      );
  }
}

/** A run of printable ASCII that begins with `<`: no packed stream does, but by a chance of one to many millions. */
function isMarkup(head: Uint8Array): boolean {
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, 64)).toString('latin1');
  return /^(?:\xef\xbb\xbf)?\s*<[\t\n\r\x20-\x7e]{12}/.test(start);
}

/** True when bytes begin like a gzip file (RFC 1952); one byte is enough of a hint when no more has come. */
export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && (head.length < 2 || head[1] === 0x8b);
}

/** A zlib header (RFC 1950): method 8 and a check value divisible by 31; else the deflate stream is raw. */
function isZlib(head: Uint8Array): boolean {
  const [first = 0, second] = head;
  return (first & 0x0f) === 8 && (second === undefined || ((first << 8) | second) % 31 === 0);
}
