import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** Prefix of folders whose model is still being installed; listings must skip hidden folders. */
const stagingPrefix = '.installing-';

const unpack = promisify(gunzip);

/**
 * Installs the files of a model in a folder atomically: they are written to a hidden folder, which is then renamed, so
 * that no process ever sees an incomplete model. When another process has installed the model meanwhile, its files are
 * kept.
 *
 * @param modelsDir folder of all models; created if missing
 * @param name folder of the model
 * @param writeFiles writes the files to the folder it is given
 * @throws whatever `writeFiles` throws, after removing the incomplete folder
 */
export async function installModelFolder(
  modelsDir: string,
  name: string,
  writeFiles: (folder: string) => Promise<void>,
): Promise<void> {
  const staging = join(modelsDir, `${stagingPrefix}${randomUUID()}`);
  await mkdir(staging, { recursive: true });
  try {
    await writeFiles(staging);
    await rename(staging, join(modelsDir, name));
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    if (isExistingFolder(error)) return;
    throw error;
  }
}

/**
 * Unpacks gzip, and returns other bytes unchanged. The content decides, not the file name: servers may have unpacked the
 * file already (`Content-Encoding`).
 *
 * @param bytesMax maximum length of the result
 * @throws RangeError when the result is longer
 */
export async function gunzipIfCompressed(bytes: Uint8Array, bytesMax: number): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  return unpack(bytes, { maxOutputLength: bytesMax });
}

function isExistingFolder(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST');
}
