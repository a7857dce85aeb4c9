import { inflateRawSync } from 'node:zlib';
import { DocumentError } from '../errors/document-error.ts';

interface ZipEntry {
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly packedSize: number;
  /** As the directory claims. */
  readonly size: number;
  readonly headerOffset: number;
}

/** Reads single files of a ZIP archive. */
export interface ZipArchive {
  readonly names: readonly string[];
  /**
   * Unpacks a file.
   *
   * @param bytesMax maximum unpacked size, whatever the directory of the archive claims
   * @returns undefined if there is no file of this name
   * @throws DocumentError `encrypted`, `unreadable` or `too_complex`
   */
  read(name: string, bytesMax: number): Buffer | undefined;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
/** Entries beyond this number are ignored. */
const entriesMax = 20_000;
const chunkSizeMin = 16_384;
/** Highest ratio that Deflate reaches (https://zlib.net/zlib_tech.html). */
const ratioMax = 1032;

/**
 * Opens an archive by its central directory (PKWARE APPNOTE 6.3.10, section 4.3). Checksums are not verified, and ZIP64 is
 * not needed: documents are far smaller than 4 GB.
 *
 * @throws DocumentError `unreadable`
 */
export function openZip(bytes: Uint8Array): ZipArchive {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const entries = readDirectory(file);
  const read = (name: string, bytesMax: number) => {
    const entry = entries.get(name);
    return entry && unpack(file, entry, name, bytesMax);
  };
  return { names: [...entries.keys()], read };
}

function readDirectory(file: Buffer): Map<string, ZipEntry> {
  const end = findEnd(file);
  const count = file.readUInt16LE(end + 10);
  let position = file.readUInt32LE(end + 16);
  const entries = new Map<string, ZipEntry>();
  for (let index = 0; index < Math.min(count, entriesMax); index++) {
    if (position + 46 > file.length || file.readUInt32LE(position) !== entrySignature) throw damaged();
    const nameLength = file.readUInt16LE(position + 28);
    const name = file.toString('utf8', position + 46, position + 46 + nameLength);
    entries.set(name.replaceAll('\\', '/').replace(/^\//, ''), {
      method: file.readUInt16LE(position + 10),
      isEncrypted: (file.readUInt16LE(position + 8) & 1) === 1,
      packedSize: file.readUInt32LE(position + 20),
      size: file.readUInt32LE(position + 24),
      headerOffset: file.readUInt32LE(position + 42),
    });
    position += 46 + nameLength + file.readUInt16LE(position + 30) + file.readUInt16LE(position + 32);
  }
  return entries;
}

/** The end record is last, except for a comment of at most 65,535 bytes. */
function findEnd(file: Buffer): number {
  for (let position = file.length - 22; position >= Math.max(0, file.length - 65_557); position--) {
    if (file.readUInt32LE(position) === endSignature) return position;
  }
  throw damaged();
}

function unpack(file: Buffer, entry: ZipEntry, name: string, bytesMax: number): Buffer {
  if (entry.isEncrypted) {
    throw new DocumentError('encrypted', 'The document is encrypted: save it without a password.');
  }
  const { headerOffset, packedSize } = entry;
  if (headerOffset + 30 > file.length) throw damaged();
  const start =
    headerOffset + 30 + file.readUInt16LE(headerOffset + 26) + file.readUInt16LE(headerOffset + 28);
  const packed = file.subarray(start, start + packedSize);
  if (packed.length < packedSize) throw damaged();
  if (entry.method === 0) {
    if (packed.length > bytesMax) throw tooLarge(name, bytesMax);
    return packed;
  }
  if (entry.method !== 8) throw damaged();
  try {
    return inflateRawSync(packed, { maxOutputLength: bytesMax, chunkSize: chunkSizeOf(entry, bytesMax) });
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    if (!isTooLarge) throw damaged(error);
    throw tooLarge(name, bytesMax);
  }
}

/** Size of the buffer to unpack to: one that holds all if the directory is right, since parts have to be joined. */
function chunkSizeOf({ size, packedSize }: ZipEntry, bytesMax: number): number {
  return Math.max(chunkSizeMin, Math.min(size + 1, packedSize * ratioMax, bytesMax + 1));
}

function tooLarge(name: string, bytesMax: number): DocumentError {
  return new DocumentError('too_complex', `The document's ${name} unpacks to more than ${bytesMax} bytes.`);
}

/** The error for a damaged archive. */
function damaged(cause?: unknown): DocumentError {
  return new DocumentError('unreadable', 'The document is damaged: its ZIP archive cannot be read.', {
    cause,
  });
}
