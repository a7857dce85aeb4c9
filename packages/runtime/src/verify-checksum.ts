import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

const chunkBytes = 1 << 20;

/** The checksums of the files in a folder, by file name. */
export interface ChecksumManifest {
  readonly files: Readonly<Record<string, { readonly sha256: string }>>;
}

/** Properties that a file must have; those left out are not checked. */
export interface ExpectedContent {
  /** Length in bytes. */
  readonly bytes?: number | undefined;
  /** SHA-256 in lowercase hexadecimal. */
  readonly sha256?: string | undefined;
}

/**
 * Checks that a file of a model is the one in the manifest. Reads it in chunks, so that it is never in memory as a whole;
 * SHA-256 takes about 1 ms per megabyte.
 *
 * @returns the path of the file
 * @throws Error when the manifest does not list the file or the checksum differs
 */
export function verifyChecksum(folder: string, file: string, { files }: ChecksumManifest): string {
  const expected = files[file];
  if (expected === undefined) throw new Error(`The manifest of the model does not list ${file}.`);
  const path = join(folder, file);
  const { sha256, bytes } = hashFile(path);
  if (sha256 !== expected.sha256)
    throw new Error(`${file} is not the file that the manifest names (${bytes} bytes).`);
  return path;
}

/**
 * Checks the length and the checksum of bytes in memory.
 *
 * @param name the name of the file in error messages
 * @throws Error when they differ from the expected ones
 */
export function verifyContent(bytes: Uint8Array, expected: ExpectedContent, name: string): void {
  if (expected.bytes !== undefined && bytes.length !== expected.bytes)
    throw new Error(`${name} has ${bytes.length} bytes instead of ${expected.bytes}.`);
  if (expected.sha256 === undefined) return;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== expected.sha256)
    throw new Error(`${name} has the SHA-256 ${sha256} instead of ${expected.sha256}.`);
}

function hashFile(path: string): { sha256: string; bytes: number } {
  const file = openSync(path, 'r');
  try {
    const hash = createHash('sha256');
    const chunk = new Uint8Array(chunkBytes);
    let bytes = 0;
    for (;;) {
      const count = readSync(file, chunk, 0, chunkBytes, bytes);
      if (count === 0) return { sha256: hash.digest('hex'), bytes };
      hash.update(chunk.subarray(0, count));
      bytes += count;
    }
  } finally {
    closeSync(file);
  }
}
