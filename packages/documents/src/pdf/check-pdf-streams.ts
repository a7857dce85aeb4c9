import { inflateSync } from 'node:zlib';
import { DocumentError } from '../document-error.ts';

const streamBytesMax = 128 * 1024 * 1024;
const totalBytesMax = 512 * 1024 * 1024;
/** Damaged streams that are tried: each costs far more than its few bytes. */
const damagedMax = 5000;

/**
 * Refuses a PDF whose deflated streams unpack to more than a real one's, before pdf.js holds them in memory.
 * Streams are found by their keyword, so it does not matter what the cross-reference table claims; streams
 * within streams are followed once.
 *
 * @throws DocumentError `unreadable`, `too_complex`
 */
export function checkPdfStreams(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let total = 0;
  let damaged = 0;
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 6)) {
    const start =
      at + 6 + (file[at + 6] === 13 ? 1 : 0) + (file[at + 7] === 10 || file[at + 6] === 10 ? 1 : 0);
    if (!isDeflated(file, start)) continue;
    const unpacked = inflate(file.subarray(start));
    if (unpacked.length === 0 && ++damaged > damagedMax) {
      throw new DocumentError('too_complex', `The PDF has more than ${damagedMax} damaged streams.`);
    }
    total += unpacked.length;
    if (isDeflated(unpacked, 0)) total += inflate(unpacked).length;
    if (total > totalBytesMax) throw bomb();
  }
}

/** The header of zlib (RFC 1950): deflate, and a check that makes the two bytes a multiple of 31. */
function isDeflated(bytes: Buffer, start: number): boolean {
  const first = bytes[start] ?? 0;
  return (first & 0x0f) === 8 && (first * 256 + (bytes[start + 1] ?? 0)) % 31 === 0;
}

function inflate(packed: Buffer): Buffer {
  try {
    return inflateSync(packed, { maxOutputLength: streamBytesMax });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw bomb();
    // A damaged stream is pdf.js's to judge.
    return Buffer.alloc(0);
  }
}

function bomb(): DocumentError {
  return new DocumentError('unreadable', 'The PDF unpacks to more data than is let in.');
}
