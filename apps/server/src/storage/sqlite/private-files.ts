import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const stickyBit = 0o1000;
const accessOfOthers = 0o077;

/**
 * Creates the data folder with mode 0700, or changes the mode of an existing one.
 *
 * @throws {Error} If the mode cannot be changed, or the folder is shared by all users, such as /tmp.
 */
export function makeFolderPrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { mode } = statSync(folder);
  if ((mode & accessOfOthers) === 0) return;
  const shown = (mode & 0o7777).toString(8);
  if ((mode & stickyBit) !== 0) {
    throw new Error(
      `the data folder ${folder} is shared by all users (mode ${shown}); set QUERN_DATA_DIR to a folder for Quern alone`,
    );
  }
  try {
    chmodSync(folder, 0o700);
  } catch (error) {
    throw new Error(
      `the data folder ${folder} is open to other users (mode ${shown}) and its mode cannot be changed; run chmod 700 on it as its owner`,
      { cause: error },
    );
  }
}

/** Changes the mode of the database files, their logs and locks in the data folder to 0600. */
export function makeFilesPrivate(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!/^(?:quern|lock)\.sqlite/.test(name)) continue;
    const path = join(folder, name);
    if ((statSync(path).mode & accessOfOthers) !== 0) chmodSync(path, 0o600);
  }
}
