import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isSqliteError } from './is-sqlite-error.ts';
import { makeFilesPrivate, makeFolderPrivate } from './private-files.ts';

/**
 * Takes the data folder for this process alone, by an exclusive transaction on a file next to the database. The
 * operating system releases it when the process ends, however it ends. Creates the folder if it is missing, and
 * makes it and the database files in it private.
 *
 * @throws {Error} If another process has the folder, or it cannot be used.
 */
export function lockDataDir(folder: string): { release(): void } {
  makeFolderPrivate(folder);
  makeFilesPrivate(folder);
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(folder, 'lock.sqlite'));
    const held = lock;
    held.exec('PRAGMA busy_timeout = 2000; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    return {
      release: () => {
        if (held.isOpen) held.close();
      },
    };
  } catch (error) {
    lock?.close();
    if (isSqliteError(error, 'busy')) {
      throw new Error(
        `the data folder ${folder} is in use by another Quern process; stop it, or set QUERN_DATA_DIR to another folder`,
        { cause: error },
      );
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`the data folder ${folder} cannot be locked: ${reason}`, { cause: error });
  }
}
