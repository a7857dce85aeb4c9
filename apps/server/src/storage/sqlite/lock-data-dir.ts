import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isSqliteError } from './is-sqlite-error.ts';
import { makeFilesPrivate, makeFolderPrivate } from './private-files.ts';

/** The exclusive right of this process to use a data folder. */
export interface DataDirLock {
  release(): void;
}

/**
 * Locks the data folder for this process by an exclusive transaction on a file next to the database. The operating
 * system releases the lock when the process ends, however it ends. Creates the folder if it is missing, and makes it
 * and its database files private.
 *
 * @throws {Error} If another process has locked the folder, or the folder cannot be used.
 */
export function lockDataDir(folder: string): DataDirLock {
  makeFolderPrivate(folder);
  makeFilesPrivate(folder);
  let opened: DatabaseSync | undefined;
  try {
    const lock = new DatabaseSync(join(folder, 'lock.sqlite'));
    opened = lock;
    lock.exec('PRAGMA busy_timeout = 2000; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    return {
      release: () => {
        if (lock.isOpen) lock.close();
      },
    };
  } catch (error) {
    opened?.close();
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
