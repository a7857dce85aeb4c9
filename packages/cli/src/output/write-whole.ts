import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file so that no part of it is ever seen under its name. */
export async function writeWhole(target: string, content: string | Uint8Array): Promise<void> {
  await replaceWhole(target, (temporary) => writeFile(temporary, content));
}

/** Copies a file so that no part of the copy is ever seen under its name. */
export async function copyWhole(source: string, target: string): Promise<void> {
  await replaceWhole(target, (temporary) => copyFile(source, temporary));
}

/**
 * Replaces a file so that no part of it is ever seen under its name. A failure leaves it as it was.
 *
 * @param write writes the content to the path of a temporary file
 * @param temporary path of the temporary file, in the folder of `target`
 */
export async function replaceWhole(
  target: string,
  write: (temporary: string) => Promise<void>,
  temporary = `${target}.part`,
): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  try {
    await write(temporary);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
