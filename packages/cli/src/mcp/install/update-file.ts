import { randomUUID } from 'node:crypto';
import { chmod, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { replaceWhole } from '../../output/write-whole.ts';

/** Files that contain a key are readable by their owner only. */
const privateMode = 0o600;

/**
 * Replaces the text of a file at once, so that a failure leaves it as it was. A symbolic link stays one. A new file is
 * private; one that exists keeps its mode.
 *
 * @param update returns the new text; undefined to leave the file as it is. Its argument is empty if there is no file
 * @returns whether the file was written
 * @throws Error if the file cannot be read or written
 */
export async function updateFile(
  path: string,
  update: (text: string) => string | undefined,
): Promise<boolean> {
  const target = await realpath(path).catch(ignoreMissing);
  const text = update(target === undefined ? '' : await readFile(target, 'utf8'));
  if (text === undefined) return false;
  const file = target ?? path;
  const mode = target === undefined ? privateMode : (await stat(target)).mode & 0o777;
  const write = async (temporary: string): Promise<void> => {
    await writeFile(temporary, text, { mode: privateMode, flag: 'wx' });
    await chmod(temporary, mode);
  };
  await replaceWhole(file, write, `${file}.${randomUUID()}.tmp`);
  return true;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
