import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Takes the data folder for this process alone, by an exclusive transaction on a file beside the database.
 * The operating system lets go of it when the process ends, however it ends. Creates the folder, private.
 */
export function lockDataFolder(folder: string): { release(): void } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(folder, 'lock.sqlite'));
  try {
    lock.exec('PRAGMA busy_timeout = 2000; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw new Error(
      `the data folder ${folder} is in use by another Quern process; stop it, or set QUERN_DATA_DIR to another folder`,
      { cause: error },
    );
  }
  return { release: () => lock.close() };
}
