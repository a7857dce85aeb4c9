import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file so that no part of it is ever seen under its name. */
export async function writeWhole(target: string, text: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const temporary = `${target}.part`;
  try {
    await writeFile(temporary, text);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
