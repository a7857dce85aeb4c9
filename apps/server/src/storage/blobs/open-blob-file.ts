import { type FileHandle, open } from 'node:fs/promises';
import { StorageUnavailableError } from '../storage-unavailable-error.ts';
import type { OpenBlob } from './blob-store.ts';

const readBytes = 64 * 1024;
/** The trailer of a gzip member ends with the content's length modulo 2^32 (RFC 1952, ISIZE). */
const lengthBytes = 4;

/** A file with one gzip member, opened to be read. Undefined when there is no such file. */
export async function openBlobFile(path: string): Promise<OpenBlob | undefined> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if (isNotFoundError(error)) return undefined;
    throw error;
  }
  try {
    const { size: storedSize } = await file.stat();
    const trailer = Buffer.alloc(lengthBytes);
    await file.read(trailer, 0, lengthBytes, storedSize - lengthBytes);
    return {
      size: trailer.readUInt32LE(),
      storedSize,
      stream: () => file.createReadStream({ highWaterMark: readBytes, start: 0 }),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Failures of the disk, not of what was asked of it: full, over its quota, read-only, broken, or no file handle left. */
const diskFailures = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE']);

/** An error of the file system as it is thrown on: a StorageUnavailableError when the disk is at fault. */
export function toStorageError(error: unknown): unknown {
  if (!(error instanceof Error) || !diskFailures.has(codeOf(error))) return error;
  return new StorageUnavailableError(error.message, { cause: error });
}

export const isNotFoundError = (error: unknown): boolean =>
  error instanceof Error && codeOf(error) === 'ENOENT';

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');
