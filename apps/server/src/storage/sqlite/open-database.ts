import { DatabaseSync } from 'node:sqlite';
import { pendingMigrations } from '../driver/pending-migrations.ts';

/**
 * Opens the embedded database (write-ahead log, each commit synced to the disk) and applies pending migrations.
 *
 * @throws {Error} If the file cannot be opened or was written by a newer version of Quern.
 */
export function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  database.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
     PRAGMA busy_timeout = 5000; PRAGMA wal_autocheckpoint = 4000; PRAGMA temp_store = MEMORY;`,
  );
  database.exec('BEGIN IMMEDIATE');
  const current = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
  for (const { version, statements } of pendingMigrations(current, 'sqlite', path)) {
    for (const statement of statements) database.exec(statement);
    database.exec(`PRAGMA user_version = ${version}`);
  }
  database.exec('COMMIT');
  return database;
}
