import { type FileHandle, open } from 'node:fs/promises';
import { StorageUnavailableError } from '../driver/storage-unavailable-error.ts';
import type { OpenBlob } from './blob-store.ts';

const readBytes = 64 * 1024;
/** A gzip member ends with the length of its content modulo 2^32 (RFC 1952, ISIZE). */
const lengthBytes = 4;

/** Opens a file that has one gzip member. @returns undefined if the file does not exist */
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

/** Failures of the disk itself: full, over quota, read-only, I/O error, or no file handle left. */
const diskFailures = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE']);

/** Returns a StorageUnavailableError for an error of the disk itself, and any other error unchanged. */
export function toStorageError(error: unknown): unknown {
  if (!(error instanceof Error) || !diskFailures.has(codeOf(error))) return error;
  return new StorageUnavailableError(error.message, { cause: error });
}

/** Returns whether an error means that a file does not exist. */
export const isNotFoundError = (error: unknown): boolean =>
  error instanceof Error && codeOf(error) === 'ENOENT';

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');
