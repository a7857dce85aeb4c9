import { DatabaseSync } from 'node:sqlite';
import { migrationStatements, migrations } from '../migrations.ts';

/** Opens (and brings up to date) the embedded database: WAL, every commit synced to the disk. */
export function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  database.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
     PRAGMA busy_timeout = 5000; PRAGMA wal_autocheckpoint = 4000; PRAGMA temp_store = MEMORY;`,
  );
  database.exec('BEGIN IMMEDIATE');
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
  if (version > migrations.length) {
    throw new Error(
      `${path} was written by a newer Quern (schema ${version}, this one knows ${migrations.length})`,
    );
  }
  for (const migration of migrations.slice(version)) {
    for (const statement of migrationStatements(migration, 'sqlite')) database.exec(statement);
  }
  database.exec(`PRAGMA user_version = ${migrations.length}; COMMIT`);
  return database;
}
