import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

const chunkBytes = 1 << 20;

/** The checksums of a folder of files, by file name. */
export interface ChecksumManifest {
  readonly files: Readonly<Record<string, { readonly sha256: string }>>;
}

/**
 * The path of a file of the model. Throws when its bytes are not those that the manifest names. It is read in pieces,
 * so that nothing of it stays in memory; SHA-256 takes about 1 ms a megabyte.
 */
export function verifyChecksum(folder: string, file: string, { files }: ChecksumManifest): string {
  const expected = files[file];
  if (expected === undefined) throw new Error(`The manifest of the model does not name ${file}.`);
  const path = join(folder, file);
  const { sha256, bytes } = hashFile(path);
  if (sha256 !== expected.sha256)
    throw new Error(`${file} is not the file that the manifest names (${bytes} bytes).`);
  return path;
}

function hashFile(path: string): { sha256: string; bytes: number } {
  const file = openSync(path, 'r');
  try {
    const hash = createHash('sha256');
    const chunk = new Uint8Array(chunkBytes);
    let bytes = 0;
    for (;;) {
      const got = readSync(file, chunk, 0, chunkBytes, bytes);
      if (got === 0) return { sha256: hash.digest('hex'), bytes };
      hash.update(chunk.subarray(0, got));
      bytes += got;
    }
  } finally {
    closeSync(file);
  }
}
