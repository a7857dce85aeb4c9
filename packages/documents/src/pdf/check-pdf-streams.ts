import { inflateSync } from 'node:zlib';
import { DocumentError } from '../errors/document-error.ts';

/** Maximum unpacked size of one stream, and of all streams. */
const streamBytesMax = 128 * 1024 * 1024;
const totalBytesMax = 512 * 1024 * 1024;
/** Maximum number of damaged streams: each takes far more time than its few bytes suggest. */
const damagedMax = 5000;

/**
 * Rejects a PDF whose deflated streams unpack to more data than those of real files, before pdf.js loads them into memory.
 * Streams are found by their keyword, independently of the cross-reference table; a stream within a stream is unpacked
 * too.
 *
 * @throws DocumentError `too_complex`
 */
export function checkPdfStreams(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let total = 0;
  let damaged = 0;
  for (let keyword = file.indexOf('stream'); keyword >= 0; keyword = file.indexOf('stream', keyword + 6)) {
    const start =
      keyword +
      6 +
      (file[keyword + 6] === 13 ? 1 : 0) +
      (file[keyword + 7] === 10 || file[keyword + 6] === 10 ? 1 : 0);
    if (!isDeflated(file, start)) continue;
    const unpacked = inflate(file.subarray(start));
    if (unpacked.length === 0 && ++damaged > damagedMax) {
      throw new DocumentError('too_complex', `The PDF has more than ${damagedMax} damaged streams.`);
    }
    total += unpacked.length;
    if (isDeflated(unpacked, 0)) total += inflate(unpacked).length;
    if (total > totalBytesMax) throw tooMuchDataError();
  }
}

/** Whether there is a zlib header (RFC 1950): the method deflate, and check bits that make the two bytes a multiple of 31. */
function isDeflated(bytes: Buffer, start: number): boolean {
  const first = bytes[start] ?? 0;
  return (first & 0x0f) === 8 && (first * 256 + (bytes[start + 1] ?? 0)) % 31 === 0;
}

function inflate(packed: Buffer): Buffer {
  try {
    return inflateSync(packed, { maxOutputLength: streamBytesMax });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw tooMuchDataError();
    // pdf.js decides how to read a damaged stream.
    return Buffer.alloc(0);
  }
}

function tooMuchDataError(): DocumentError {
  return new DocumentError('too_complex', 'The PDF unpacks to more data than its size allows.');
}
