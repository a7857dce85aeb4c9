import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const stickyBit = 0o1000;
const accessOfOthers = 0o077;

/**
 * Creates the data folder with mode 0700, or gives an existing one this mode.
 *
 * @throws {Error} If the mode cannot be changed, or the folder is one that users share, such as /tmp.
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

/** Gives the database files of the data folder (with their logs and locks) the mode 0600. */
export function makeFilesPrivate(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!/^(?:quern|lock)\.sqlite/.test(name)) continue;
    const path = join(folder, name);
    if ((statSync(path).mode & accessOfOthers) !== 0) chmodSync(path, 0o600);
  }
}
